// Like UIKit on iOS, the module also provides the functions of the C library, such as sqrt.
@_exported import Glibc
@_exported import TouchKit
