@echo off
rem Starts Tersegrad on Windows, building it first if it is not built yet. To build it anew after a change, delete
rem convergence\cli\target. JDK 17 or newer is taken from JAVA_HOME, else from the PATH. The benchmarks have no command here:
rem java -jar bench\target\benchmarks.jar runs them.
setlocal
set "root=%~dp0"

set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
rem Older ones lack the module.
"%java%" --add-modules jdk.incubator.vector -version >nul 2>&1
if errorlevel 1 goto nojava

if exist "%root%convergence\cli\target\lib" goto built
where mvn >nul 2>&1
if errorlevel 1 goto nomaven
echo tersegrad: building, because it is not built yet ... 1>&2
call mvn -B -q -f "%root%pom.xml" package -pl convergence/cli -am -Dmaven.test.skip=true
if errorlevel 1 goto failed
:built

rem Reports say which sources made them.
set "commit=unknown"
for /f %%c in ('git -C "%root%." rev-parse --short HEAD 2^>nul') do set "commit=%%c"

set "jars=%root%convergence\cli\target\*;%root%convergence\cli\target\lib\*"
rem Jars of others may add recipes, models, data sets, claims and commands: examples\plug-in.
"%java%" --add-modules jdk.incubator.vector "@%root%scripts\jvm.options" -Dtersegrad.commit=%commit% -cp "%jars%" org.tersegrad.convergence.cli.Main %*
exit /b %errorlevel%

:nojava
echo tersegrad: no JDK 17 or newer found; install one or set JAVA_HOME to it. 1>&2
exit /b 1

:nomaven
echo tersegrad: it is not built yet, and Maven (mvn), which builds it, is not on the PATH. 1>&2
exit /b 1

:failed
echo tersegrad: the build failed. 1>&2
exit /b 1
