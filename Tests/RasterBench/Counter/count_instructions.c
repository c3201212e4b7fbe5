// A plugin of QEMU's user mode: counts the instructions of a program between its answers.
//
//     qemu-aarch64 -plugin count_instructions.so,counts=FILE program
//
// For each write to the standard output a line goes to FILE: the instructions since the write before.
// QEMU's own header is packaged nowhere; what is used of its interface is declared here.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t plugin_id;
typedef struct { const char *target_name; } machine_info;
struct qemu_plugin_tb;
typedef void (*syscall_callback)(
    plugin_id, unsigned cpu, int64_t number, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
    uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8);

extern void qemu_plugin_register_vcpu_tb_trans_cb(
    plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern void qemu_plugin_register_vcpu_tb_exec_cb(
    struct qemu_plugin_tb *, void (*)(unsigned cpu, void *), int flags, void *);
extern void qemu_plugin_register_vcpu_syscall_cb(plugin_id, syscall_callback);

#define EXPORTED __attribute__((visibility("default")))

// The version of the interface: 2 since QEMU 9, 1 before; the script that builds this knows.
EXPORTED int qemu_plugin_version = PLUGIN_VERSION;

static uint64_t instructions;
static int64_t write_number;
static FILE *file;

static void block_executed(unsigned cpu, void *count) {
    (void)cpu;
    instructions += (uintptr_t)count;
}

static void block_translated(plugin_id id, struct qemu_plugin_tb *block) {
    (void)id;
    // 0: the callback reads no registers.
    qemu_plugin_register_vcpu_tb_exec_cb(
        block, block_executed, 0, (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}

static void system_call(
    plugin_id id, unsigned cpu, int64_t number, uint64_t descriptor, uint64_t a2, uint64_t a3,
    uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8) {
    (void)id, (void)cpu, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number != write_number || descriptor != 1) return;
    fprintf(file, "%llu\n", (unsigned long long)instructions);
    fflush(file);
    instructions = 0;
}

EXPORTED int qemu_plugin_install(
    plugin_id id, const machine_info *machine, int count, char **arguments) {
    if (count != 1 || strncmp(arguments[0], "counts=", 7) != 0) {
        fprintf(stderr, "count_instructions: wants counts=FILE\n");
        return -1;
    }
    file = fopen(arguments[0] + 7, "w");
    if (!file) {
        perror(arguments[0] + 7);
        return -1;
    }
    write_number = strcmp(machine->target_name, "aarch64") == 0 ? 64 : 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated);
    qemu_plugin_register_vcpu_syscall_cb(id, system_call);
    return 0;
}
