"""LLVM text: what Numba wrote for this computer, made ready for WebAssembly.

Numba's text is the same for all computers except for a few things, which are replaced here: the
names of the processor and its memory, what only Python calls, and the marks that `pulse` left.
"""

from __future__ import annotations

import re

TRIPLE = "wasm32-unknown-unknown"
_LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"

SETTINGS = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}
"""Environment variables for the process in which `emit` is called."""

ENTRY = "serve"
"""The name of the function that a module exports."""

PULSE = "pulse"
"""The name of the function that a module imports: see `kernel.clock.pulse`."""

PULSE_EVERY = 1 << 12
"""A module calls the page once for so many pulses."""

# What a module exports: a status of 0, or the one that Numba's functions return for an error. The
# arguments are the number of the entry and the address of the words that it reads and writes.
_EXPORTED = """
define i32 @ENTRY(i32 %which, i32 %desk) {
  %result = alloca i64
  %fault = alloca ptr
  %number = zext i32 %which to i64
  %address = zext i32 %desk to i64
  %status = call i32 @"FUNCTION"(ptr %result, ptr %fault, ptr null, i64 %number, i64 %address)
  ret i32 %status
}
"""

_PULSE = f"""
@plyground_left = internal global i32 {PULSE_EVERY}
declare void @{PULSE}()
define internal void @plyground_pulse() alwaysinline {{
  %left = load i32, ptr @plyground_left
  %less = sub i32 %left, 1
  store i32 %less, ptr @plyground_left
  %due = icmp eq i32 %less, 0
  br i1 %due, label %call, label %done
call:
  store i32 {PULSE_EVERY}, ptr @plyground_left
  call void @{PULSE}()
  br label %done
done:
  ret void
}}
"""

HUGE_POWER = "huge_power"
"""The name of what Numba's power with a whole exponent calls for one above 65,536."""

_WHOLE_POWER = "_ZN5numba7cpython7numbers14int_power_impl"  # how the name of that power begins

_NO_COUNTS = """
define internal void @NRT_incref(ptr %.1) alwaysinline {
  ret void
}
define internal void @NRT_decref(ptr %.1) alwaysinline {
  ret void
}
"""

# A page measures time by itself.
_CLOCKS = """
define internal i32 @clock_gettime(i32 %clock, ptr %words) {
  store i64 0, ptr %words
  %second = getelementptr i64, ptr %words, i64 1
  store i64 0, ptr %second
  ret i32 0
}
define internal i32 @QueryPerformanceCounter(ptr %word) {
  store i64 0, ptr %word
  ret i32 0
}
"""

# A product of 128 bits, which LLVM calls by this name where it sums a series: it stays as written,
# because LLVM would see what it is and make it call itself. And a power beyond those that Numba
# multiplies out, which stops the program.
SUPPLIED = {
    "__multi3": """
define void @__multi3(ptr %out, i64 %a, i64 %ah, i64 %b, i64 %bh) noinline optnone {
  %al = and i64 %a, 4294967295
  %au = lshr i64 %a, 32
  %bl = and i64 %b, 4294967295
  %bu = lshr i64 %b, 32
  %ll = mul i64 %al, %bl
  %ul = mul i64 %au, %bl
  %lu = mul i64 %al, %bu
  %uu = mul i64 %au, %bu
  %llu = lshr i64 %ll, 32
  %mid = add i64 %ul, %llu
  %midl = and i64 %mid, 4294967295
  %midu = lshr i64 %mid, 32
  %mid2 = add i64 %lu, %midl
  %mid2u = lshr i64 %mid2, 32
  %high1 = add i64 %uu, %midu
  %high2 = add i64 %high1, %mid2u
  %low = mul i64 %a, %b
  %cross1 = mul i64 %ah, %b
  %cross2 = mul i64 %a, %bh
  %high3 = add i64 %high2, %cross1
  %high = add i64 %high3, %cross2
  store i64 %low, ptr %out
  %second = getelementptr i64, ptr %out, i64 1
  store i64 %high, ptr %second
  ret void
}
""",
    HUGE_POWER: f"""
define double @{HUGE_POWER}(double %base, double %exponent) {{
  call void @llvm.trap()
  unreachable
}}
declare void @llvm.trap()
""",
}


# Functions of the C library that are instructions here.
_INSTRUCTIONS = ("sqrt", "floor", "ceil", "trunc", "fabs")


_HEADER = f'''target datalayout = "{_LAYOUT}"
target triple = "{TRIPLE}"
'''


def supplied(name: str) -> str:
    """The text of a function of SUPPLIED, by itself."""
    return _HEADER + SUPPLIED[name]


def whole_power(text: str) -> str:
    """Numba's text of one function, where only powers with a fractional exponent call `pow`.

    Those with a whole exponent are multiplied out, with equal results everywhere.
    """
    if not re.search(rf"(?m)^define [^\n]*@\"?{_WHOLE_POWER}", text):
        return text
    text = re.sub(r"(?m)^(declare double @llvm\.pow\.f64\([^)]*\)).*", r"\1", text)
    return text.replace("@llvm.pow.f64(", f"@{HUGE_POWER}(")


def for_wasm(text: str, function: str) -> str:
    """Numba's text of one `function` (which, desk) and all that it calls, for WebAssembly."""
    text = re.sub(r"(?m)^target triple = .*", f'target triple = "{TRIPLE}"', text)
    text = re.sub(r"(?m)^target datalayout = .*", f'target datalayout = "{_LAYOUT}"', text)
    text = re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)
    # What LLVM concluded about memory no longer holds: the page may write where `pulse` is called.
    text = re.sub(r"(?m)^(attributes #\d+ = \{.*?)memory\([^)]*\)", r"\1", text)
    text = text.replace("call void @llvm.sideeffect()", "call void @plyground_pulse()")
    text = text.replace("= common ", "= internal ")  # LLVM writes no common symbols here
    # Arrays are lent to the code, which never frees them.
    text = re.sub(r"(?ms)^define linkonce_odr void @NRT_(in|de)cref\([^\n]*\{.*?^\}\n", "", text)
    text = re.sub(r"(?m)^declare void @NRT_(in|de)cref\([^\n]*\n", "", text)
    for name in _INSTRUCTIONS:
        text = re.sub(rf"call double @{name}\(", f"call double @llvm.{name}.f64(", text)
        text = re.sub(rf"(?m)^declare double @{name}\([^\n]*\n", "", text)
        if not re.search(rf"(?m)^declare double @llvm.{name}.f64", text):
            text += f"declare double @llvm.{name}.f64(double)\n"
    for name in ("clock_gettime", "QueryPerformanceCounter"):
        text = re.sub(rf"(?m)^declare [^\n]*@{name}\([^\n]*\n", "", text)
    exported = _EXPORTED.replace("ENTRY", ENTRY).replace("FUNCTION", function)
    return text + _NO_COUNTS + _CLOCKS + _PULSE + exported
