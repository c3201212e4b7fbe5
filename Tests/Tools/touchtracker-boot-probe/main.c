// touchtracker-boot-probe: the least that a kiosk can be: takes the first card with a screen, fills one buffer, shows it, flips to
// another, tells systemd, and then gives signs of life. scripts/bench boot puts it in the program's place.
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

static void fail(const char *what) {
    fprintf(stderr, "touchtracker-boot-probe: %s: %s\n", what, strerror(errno));
    exit(69);
}

// sd_notify(3), by hand.
static void tell_systemd(const char *state) {
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

// The first card that has connectors: a Raspberry Pi has one that only renders.
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
    fail("no card with a screen");
    return -1;
}

static drmModeConnector *connected(int card, const drmModeRes *resources) {
    for (int index = 0; index < resources->count_connectors; index++) {
        drmModeConnector *connector = drmModeGetConnector(card, resources->connectors[index]);
        if (!connector) continue;
        if (connector->connection == DRM_MODE_CONNECTED && connector->count_modes > 0) return connector;
        drmModeFreeConnector(connector);
    }
    fail("no screen is connected");
    return NULL;
}

static struct buffer filled_buffer(int card, const drmModeModeInfo *mode, uint32_t color) {
    struct buffer made = {0};
    uint64_t offset = 0;
    if (drmModeCreateDumbBuffer(card, mode->hdisplay, mode->vdisplay, 32, 0, &made.handle, &made.pitch, &made.size) ||
        drmModeAddFB(card, mode->hdisplay, mode->vdisplay, 24, 32, made.pitch, made.handle, &made.framebuffer) ||
        drmModeMapDumbBuffer(card, made.handle, &offset))
        fail("no buffer");
    uint32_t *pixels = mmap(NULL, made.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, (off_t)offset);
    if (pixels == MAP_FAILED) fail("the buffer can't be mapped");
    for (uint64_t index = 0; index < made.size / sizeof *pixels; index++) pixels[index] = color;
    return made;
}

static void flipped(int card, unsigned sequence, unsigned seconds, unsigned microseconds, void *done) {
    (void)card, (void)sequence, (void)seconds, (void)microseconds;
    *(int *)done = 1;
}

int main(void) {
    drmModeRes *resources = NULL;
    int card = open_card(&resources);
    drmModeConnector *connector = connected(card, resources);
    drmModeModeInfo mode = connector->modes[0];
    struct buffer first = filled_buffer(card, &mode, 0xAAAAAA), second = filled_buffer(card, &mode, 0xAAAAAA);
    uint32_t crtc = resources->crtcs[0];
    if (drmModeSetCrtc(card, crtc, first.framebuffer, 0, 0, &connector->connector_id, 1, &mode)) fail("no picture");
    int done = 0;
    if (drmModePageFlip(card, crtc, second.framebuffer, DRM_MODE_PAGE_FLIP_EVENT, &done)) fail("no flip");
    drmEventContext events = {.version = 2, .page_flip_handler = flipped};
    while (!done)
        if (drmHandleEvent(card, &events)) fail("no news of the flip");
    tell_systemd("READY=1");
    for (;;) {
        poll(NULL, 0, 2000);
        tell_systemd("WATCHDOG=1");
    }
}
