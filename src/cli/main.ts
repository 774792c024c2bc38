/** The command line's entry: `bin/contrafact` runs this. Commands leave their exit code in `process.exitCode`. */
import { eraseEnvironment } from '../sandbox/erase-environment.js';
import { runProgram } from './program.js';

// Before anything is started that might read it.
eraseEnvironment();
await runProgram(process.argv.slice(2));
