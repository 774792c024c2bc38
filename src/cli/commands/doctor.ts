import type { Command } from 'commander';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import type { Check } from '../doctor/check.js';
import { checkClock, checkDataFolder, checkDisk, checkMemory, checkNode } from '../doctor/machine-checks.js';
import { checkMail } from '../doctor/mail-check.js';
import { checkModels } from '../doctor/model-checks.js';
import { checkOperatorModels } from '../doctor/operator-model-checks.js';
import { checkAnalyses, checkDatabase, checkInstance, checkSandbox } from '../doctor/service-checks.js';
import { exitCodes } from '../exit-codes.js';
import { asTyped } from '../invocation.js';
import { printJson, printLine } from '../output.js';
import { startProgress } from '../progress.js';

export function registerDoctor(program: Command): void {
  addCommand(program, 'doctor', 'say what is installed, what is missing, and what that disables').action(run);
}

async function run(options: JsonOption): Promise<void> {
  const config = currentConfig();
  const progress = startProgress('doctor');
  const steps: readonly (() => Check | Check[] | Promise<Check | Check[]>)[] = [
    () => checkNode(process.versions.node),
    () => checkDataFolder(config),
    () => checkDisk(config),
    () => checkMemory(config),
    () => checkClock(),
    () => checkInstance(config),
    () => checkDatabase(config),
    () => checkAnalyses(config),
    () => checkSandbox(config),
    () => checkMail(config),
    () => checkModels(config),
    () => checkOperatorModels(config),
  ];
  const checks: Check[] = [];
  for (const [index, step] of steps.entries()) {
    progress.report(index / steps.length, 'checking');
    checks.push(...[await step()].flat());
  }
  progress.end();
  const ok = checks.every((check) => check.status !== 'failed');
  if (!ok) process.exitCode = exitCodes.failed;
  if (options.json) return printJson({ ok, checks });
  const marks = { ok: '✓', absent: '–', warning: '!', failed: '✗' } as const;
  const nameWidth = Math.max(...checks.map(({ name }) => name.length));
  for (const check of checks) {
    printLine(`${marks[check.status]} ${check.name.padEnd(nameWidth)} ${asTyped(check.detail)}`);
    if (check.disables?.length)
      printLine(`  ${''.padEnd(nameWidth)} without it: ${check.disables.join(', ')}`);
    if (check.remedy && check.status !== 'ok')
      printLine(`  ${''.padEnd(nameWidth)} ${asTyped(check.remedy)}`);
  }
}
