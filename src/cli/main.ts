/** The command line's entry: `bin/contrafact` runs this. Commands leave their exit code in `process.exitCode`. */
import { runProgram } from './program.js';

await runProgram(process.argv.slice(2));
