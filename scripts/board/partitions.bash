# Sourced. The partitions of a board's disk in their order, in MiB: boot (FAT), root (ext4, mounted
# read-only) and data (ext4, with the drawings). An ext4 label has at most 16 bytes.
boot_label=TT-BOOT root_label=tt-root data_label=tt-data
boot_size=128 root_size=384 data_size=64
boot_start=1
root_start=$((boot_start + boot_size))
data_start=$((root_start + root_size))
disk_size=$((data_start + data_size))
