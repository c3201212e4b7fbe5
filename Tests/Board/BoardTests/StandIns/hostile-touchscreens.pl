# hostile-touchscreens.pl SEED FRAMES: creates eight touchscreens, one after another, that no maker
# would build, and sends random events from each. Prints the numbers of devices and touch frames.
use strict;
my ($seed, $frames) = @ARGV;
srand($seed);
my ($slot, $x, $y, $id, $pressure) = (0x2f, 0x35, 0x36, 0x39, 0x3a);
my $far = 2147483647;
my @grid = ($x => [0, 4095], $y => [0, 4095]);
my @ids = ($id => [0, 65535]);
my @wide = (-$far - 1, $far);
my @devices = (
    ["Empty ranges", {$slot => [0, 9], $x => [0, 0], $y => [0, 0], @ids}],
    ["Widest ranges", {$slot => [0, 9], $x => [@wide], $y => [@wide], @ids}],
    ["No slots", {@grid, @ids}],
    ["1,024 slots", {$slot => [0, 1023], @grid, @ids}],
    ["Two billion slots", {$slot => [0, $far - 1], @grid, @ids}],
    ["No tracking id", {$slot => [0, 9], @grid}],
    ["No y axis", {$slot => [0, 9], $x => [0, 4095], @ids}],
    ["\e[2J\a\n%n%s", {$slot => [0, 9], @grid, @ids, $pressure => [-5, 5]}],
);
my ($created, $sent) = (0, 0);
for my $device (@devices) {
    my ($name, $axes) = @$device;
    open(my $uinput, "+<", "/dev/uinput") or die "uinput: $!";
    ioctl($uinput, 0x40045564, $_ + 0) or die "EVBIT: $!" for 1, 3;
    ioctl($uinput, 0x40045565, $_ + 0) for 0x14a, 30 .. 50;
    ioctl($uinput, 0x4004556e, 1);
    for my $code (keys %$axes) {
        ioctl($uinput, 0x40045567, $code + 0);
        my ($low, $high) = @{$axes->{$code}};
        ioctl($uinput, 0x401c5504, pack("Sx2l6", $code, 0, $low, $high, 0, 0, 0));
    }
    ioctl($uinput, 0x405c5503, pack("S4a80L", 3, 1, 1, 1, $name, 0)) or die "SETUP: $!";
    ioctl($uinput, 0x5501, 0) or next;
    $created++;
    select(undef, undef, undef, 1);
    my @codes = ($slot, $x, $y, $id, $pressure, 0, 1);
    for (1 .. $frames) {
        for (1 .. 1 + int rand 40) {
            my $value = rand() < 0.2 ? int(rand() * 2 * $far) - $far : int(rand 4096);
            $value = -1 if rand() < 0.1;
            my ($type, $code) = rand() < 0.05 ? (1, 0x14a) : (3, $codes[rand @codes]);
            syswrite($uinput, pack("q2SSl", 0, 0, $type, $code, $value));
        }
        next if rand() < 0.02;
        $sent++;
        syswrite($uinput, pack("q2SSl", 0, 0, 0, 0, 0));
    }
    ioctl($uinput, 0x5502, 0);
}
print "created=$created sent=$sent\n";
