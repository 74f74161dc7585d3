@echo off
rem Starts Plyground; a double click does too.
where py >nul 2>nul && (
    py -3 "%~dp0start.py" %*
    goto end
)
where python >nul 2>nul && (
    python "%~dp0start.py" %*
    goto end
)
echo plyground: there is no Python here: install it from python.org 1>&2
:end
if errorlevel 1 pause
