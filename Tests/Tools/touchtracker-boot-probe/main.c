// touchtracker-boot-probe: a minimal kiosk, the reference for scripts/bench boot, which installs it
// in place of touchtracker. It opens the first card with a connector, shows a buffer, flips to a
// second one, notifies systemd, and then sends watchdog keep-alives.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

struct buffer {
    uint32_t handle, framebuffer, pitch;
    uint64_t size;
};

static void fail(const char *operation) {
    fprintf(stderr, "touchtracker-boot-probe: %s: %s\n", operation, strerror(errno));
    exit(69);
}

// Sends a state to systemd, as sd_notify(3) does.
static void notify_systemd(const char *state) {
    const char *path = getenv("NOTIFY_SOCKET");
    if (!path) return;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    socklen_t length = offsetof(struct sockaddr_un, sun_path) + strlen(address.sun_path);
    if (address.sun_path[0] == '@') address.sun_path[0] = 0;
    int out = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (out < 0) return;
    sendto(out, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address, length);
    close(out);
}

// Opens the first card with connectors. A Raspberry Pi also has a card that only renders.
static int open_card(drmModeRes **resources) {
    for (int number = 0; number < 8; number++) {
        char path[32];
        snprintf(path, sizeof path, "/dev/dri/card%d", number);
        int card = open(path, O_RDWR | O_CLOEXEC);
        if (card < 0) continue;
        *resources = drmModeGetResources(card);
        if (*resources && (*resources)->count_connectors > 0) return card;
        if (*resources) drmModeFreeResources(*resources);
        close(card);
    }
    fail("no card has a connector");
    return -1;
}

static drmModeConnector *connected_connector(int card, const drmModeRes *resources) {
    for (int index = 0; index < resources->count_connectors; index++) {
        drmModeConnector *connector = drmModeGetConnector(card, resources->connectors[index]);
        if (!connector) continue;
        if (connector->connection == DRM_MODE_CONNECTED && connector->count_modes > 0)
            return connector;
        drmModeFreeConnector(connector);
    }
    fail("no display is connected");
    return NULL;
}

static struct buffer create_buffer(int card, const drmModeModeInfo *mode, uint32_t color) {
    struct buffer buffer = {0};
    uint64_t offset = 0;
    uint32_t width = mode->hdisplay, height = mode->vdisplay;
    if (drmModeCreateDumbBuffer(
            card, width, height, 32, 0, &buffer.handle, &buffer.pitch, &buffer.size) ||
        drmModeAddFB(
            card, width, height, 24, 32, buffer.pitch, buffer.handle, &buffer.framebuffer) ||
        drmModeMapDumbBuffer(card, buffer.handle, &offset))
        fail("cannot create a buffer");
    int protection = PROT_READ | PROT_WRITE;
    uint32_t *pixels = mmap(NULL, buffer.size, protection, MAP_SHARED, card, (off_t)offset);
    if (pixels == MAP_FAILED) fail("cannot map the buffer");
    for (uint64_t index = 0; index < buffer.size / sizeof *pixels; index++) pixels[index] = color;
    return buffer;
}

static void flipped(
    int card, unsigned sequence, unsigned seconds, unsigned microseconds, void *done) {
    (void)card, (void)sequence, (void)seconds, (void)microseconds;
    *(int *)done = 1;
}

int main(void) {
    drmModeRes *resources = NULL;
    int card = open_card(&resources);
    drmModeConnector *connector = connected_connector(card, resources);
    drmModeModeInfo mode = connector->modes[0];
    struct buffer first = create_buffer(card, &mode, 0xAAAAAA);
    struct buffer second = create_buffer(card, &mode, 0xAAAAAA);
    uint32_t crtc = resources->crtcs[0];
    if (drmModeSetCrtc(card, crtc, first.framebuffer, 0, 0, &connector->connector_id, 1, &mode))
        fail("cannot set the mode");
    int done = 0;
    if (drmModePageFlip(card, crtc, second.framebuffer, DRM_MODE_PAGE_FLIP_EVENT, &done))
        fail("cannot flip");
    drmEventContext events = {.version = 2, .page_flip_handler = flipped};
    while (!done)
        if (drmHandleEvent(card, &events)) fail("cannot read the flip event");
    notify_systemd("READY=1");
    for (;;) {
        poll(NULL, 0, 2000);
        notify_systemd("WATCHDOG=1");
    }
}
