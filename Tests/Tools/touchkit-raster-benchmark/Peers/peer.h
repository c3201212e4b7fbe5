// The common part of the peers in C and C++: loading workload files, and the server side of the
// protocol described in `Server.swift`.
#pragma once
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1280, HEIGHT = 720, DIRTY_X = 580, DIRTY_Y = 300, DIRTY_SIZE = 120 };
static const uint32_t BACKGROUND = 0xFF202830u;

typedef struct {
    float x0, y0, x1, y1, width;
    uint32_t color;
} Line;

typedef struct {
    Line *lines;
    int count;
} Lines;

typedef struct {
    // The points of a cubic Bézier curve: x, y, x, y…
    float points[8], width;
    uint32_t color;
} Curve;

// A benchmark case of a peer; each part of a pass is timed separately.
typedef struct {
    const char *name;
    int parts;
    void (*run)(int part);
} Work;

static void fail(const char *what) {
    perror(what);
    exit(74);
}

// Returns page-aligned memory, written once so that the pages exist.
static void *pixels(size_t bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, 4096, bytes + 4096) != 0) fail("memory");
    memset(memory, 0x33, bytes + 4096);
    return memory;
}

// Loads a file of records and stores their number in `count`.
static void *load_records(const char *folder, const char *name, size_t size, int *count) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.bin", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) fail(path);
    long bytes = ftell(file);
    rewind(file);
    void *records = malloc((size_t)bytes);
    if (!records || fread(records, 1, (size_t)bytes, file) != (size_t)bytes) fail(path);
    fclose(file);
    *count = (int)((size_t)bytes / size);
    return records;
}

static Lines load(const char *folder, const char *name) {
    Lines all;
    all.lines = (Line *)load_records(folder, name, sizeof(Line), &all.count);
    return all;
}

// The workloads, which `load_workloads` loads.
static Lines w1, w2, w3, w4, quality;
static Curve *curves;
static int curve_count;

static void load_workloads(const char *folder) {
    w1 = load(folder, "W1");
    w2 = load(folder, "W2");
    w3 = load(folder, "W3");
    w4 = load(folder, "W4");
    quality = load(folder, "Q");
    curves = (Curve *)load_records(folder, "curves", sizeof(Curve), &curve_count);
}

// Returns the lines of one part of a pass.
static Lines part_of(Lines all, int part, int parts) {
    int count = all.count / parts;
    return (Lines){all.lines + part * count, count};
}

static double red_of(uint32_t color) { return (color >> 16 & 255) / 255.0; }
static double green_of(uint32_t color) { return (color >> 8 & 255) / 255.0; }
static double blue_of(uint32_t color) { return (color & 255) / 255.0; }

// Returns the processor time of this thread, in nanoseconds.
static int64_t processor_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int compare_times(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static void answer_time(const Work *work, int passes) {
    int64_t *sums = (int64_t *)calloc((size_t)passes + 1, sizeof *sums);
    int64_t *best = (int64_t *)calloc((size_t)work->parts, sizeof *best);
    if (!sums || !best) fail("memory");
    for (int pass = 0; pass < passes; pass++) {
        for (int part = 0; part < work->parts; part++) {
            int64_t before = processor_nanoseconds();
            work->run(part);
            int64_t taken = processor_nanoseconds() - before;
            if (pass == 0 || taken < best[part]) best[part] = taken;
            sums[pass] += taken;
        }
    }
    qsort(sums, (size_t)passes, sizeof *sums, compare_times);
    printf("%lld", (long long)sums[passes / 2]);
    for (int part = 0; part < work->parts; part++) printf(" %lld", (long long)best[part]);
    printf("\n");
    free(sums);
    free(best);
}

// Writes the image of the quality lines, which `picture` draws white on black.
static void answer_draw(const char *path, const uint32_t *(*picture)(void)) {
    FILE *file = picture ? fopen(path, "wb") : NULL;
    size_t count = (size_t)WIDTH * HEIGHT;
    int written = file && fwrite(picture(), 4, count, file) == count;
    if (file && fclose(file) != 0) written = 0;
    printf("%s\n", written ? "done" : strerror(errno));
}

// Responds to requests until standard input ends.
static int serve(const Work *works, int count, const uint32_t *(*picture)(void)) {
    // Each response is one write.
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    char line[4200], name[32], path[4096];
    int passes;
    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(line, "works\n") == 0) {
            for (int i = 0; i < count; i++) printf("%s ", works[i].name);
            printf("\n");
        } else if (sscanf(line, "time %31s %d", name, &passes) == 2 && passes >= 0) {
            const Work *found = NULL;
            for (int i = 0; i < count; i++)
                if (strcmp(works[i].name, name) == 0) found = works + i;
            if (found) answer_time(found, passes);
            else printf("no such work\n");
        } else if (sscanf(line, "draw %4095[^\n]", path) == 1) {
            answer_draw(path, picture);
        } else {
            printf("no such request\n");
        }
        fflush(stdout);
    }
    return 0;
}
