/** Writes a model of models/embedded/<id>/ and its card; what a run does not determine stays as the present card has it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelCard, modelCardSchema } from '../src/models/embedded/model-card.js';
import {
  type NetworkFile,
  networkFile,
  networkFileSchema,
  networkFormat,
} from '../src/models/embedded/network-file.js';
import {
  type TableShape,
  tableFile,
  tableFileSchema,
  tableFormat,
} from '../src/models/embedded/table-file.js';
import { embeddedDir } from '../src/models/embedded-evidence.js';
import type { SmallNetwork } from '../src/signal/small-network.js';

/** What a run says of itself; the rest of the card is text that people write. */
export type Run = Pick<ModelCard, 'version' | 'data' | 'metrics' | 'seed' | 'fittedOn'> &
  Partial<Pick<ModelCard, 'trainingCommand'>>;

/** SHA-256 over the sorted SHA-256s of files, for a card's data. */
export function hashOfFiles(paths: readonly string[]): string {
  return hashOfContents(paths.map((path) => readFileSync(path)));
}

/** The same over contents that are at hand. */
export function hashOfContents(contents: readonly Uint8Array[]): string {
  const single = contents.map((content) => createHash('sha256').update(content).digest('hex'));
  return createHash('sha256').update(single.sort().join('\n')).digest('hex');
}

/** Returns the path of the file. `features` are names and units in order. */
export function writeNetwork(
  id: string,
  network: SmallNetwork,
  precision: NetworkFile['precision'],
  names: { readonly inputs: readonly string[]; readonly outputs: readonly string[] },
  run: Run,
  folder: string = join(embeddedDir, id),
): string {
  const { scaling, hidden, hiddenBias, output, outputBias, inputs, activation } = network;
  const units = hiddenBias.length;
  const row = (values: ArrayLike<number>, from: number, count: number, kind: string): number[] =>
    Array.from({ length: count }, (_, at) => decimal(values[from + at]!, kind));
  const file: NetworkFile = {
    format: networkFormat,
    formatVersion: 1,
    id,
    version: run.version,
    activation,
    precision,
    inputs: names.inputs.map((name, at) => ({
      name,
      ...(scaling && {
        mean: decimal(scaling.mean[at]!, precision.others),
        deviation: decimal(scaling.deviation[at]!, precision.others),
      }),
    })),
    outputs: [...names.outputs],
    hiddenLayer: Array.from({ length: units }, (_, unit) => ({
      bias: decimal(hiddenBias[unit]!, precision.others),
      weights: row(hidden, unit * inputs, inputs, precision.hidden),
    })),
    outputLayer: Array.from({ length: outputBias.length }, (_, k) => ({
      bias: decimal(outputBias[k]!, precision.others),
      weights: row(output, k * units, units, precision.others),
    })),
  };
  return writeFile(id, networkFile, networkFileSchema.parse(file), names.inputs, run, folder);
}

/** Returns the path of the file. `tables`: unit and rows of each shape, in its order. */
export function writeTables<Name extends string>(
  id: string,
  shapes: Readonly<Record<Name, TableShape>>,
  tables: Readonly<Record<Name, { readonly unit: string; readonly rows: readonly (readonly number[])[] }>>,
  run: Run,
  folder: string = join(embeddedDir, id),
): string {
  const names = Object.keys(shapes) as Name[];
  const file = {
    format: tableFormat,
    formatVersion: 1,
    id,
    version: run.version,
    tables: names.map((name) => ({
      name,
      unit: tables[name].unit,
      columns: shapes[name].columns,
      rows: shapes[name].rows.map((row, at) => ({ name: row, values: tables[name].rows[at] })),
    })),
  };
  return writeFile(id, tableFile, tableFileSchema.parse(file), names, run, folder);
}

/** Of any shape, with the model's id. Returns the path of the file. */
export function writeFile(
  id: string,
  name: string,
  file: object,
  features: readonly string[],
  run: Run,
  folder: string = join(embeddedDir, id),
): string {
  const content = `${oneRowALine(JSON.stringify(file, null, 2))}\n`;
  const cardPath = join(folder, 'card.json');
  const earlier = existsSync(cardPath)
    ? modelCardSchema.parse(JSON.parse(readFileSync(cardPath, 'utf8')))
    : null;
  const { trainingCommand, ...known } = run;
  const card: ModelCard = {
    id,
    version: known.version,
    intendedUse: earlier?.intendedUse ?? 'Not described yet.',
    limits: earlier?.limits ?? ['Not described yet.'],
    licence: earlier?.licence ?? 'Apache-2.0',
    features: features.map((feature) => ({
      name: feature,
      unit: earlier?.features.find((one) => one.name === feature)?.unit ?? 'not described yet',
    })),
    trainingCommand: trainingCommand ?? earlier?.trainingCommand ?? null,
    ...(earlier?.source !== undefined && { source: earlier.source }),
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    trainedAt: new Date().toISOString(),
    seed: known.seed,
    data: known.data,
    ...(known.fittedOn !== undefined && { fittedOn: known.fittedOn }),
    metrics: known.metrics,
    files: { [name]: createHash('sha256').update(content).digest('hex') },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
  writeFileSync(cardPath, `${JSON.stringify(modelCardSchema.parse(card), null, 2)}\n`);
  return join(folder, name);
}

/** The shortest decimal that is this number again once it is rounded to `kind`. */
function decimal(value: number, kind: string): number {
  if (kind === 'float64') return value;
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return short;
  }
  return value;
}

/** Lists of numbers, and of a name with its numbers, on a line each: a difference of versions stays readable. */
function oneRowALine(json: string): string {
  const joined = json.replace(
    /\[\n\s+(-?[\d.e+-]+(?:,\n\s+-?[\d.e+-]+)*)\n\s+\]/g,
    (_, list: string) => `[${list.replace(/\s+/g, ' ')}]`,
  );
  return joined.replace(
    /\{\n\s+("name": "[^"]*"(?:,\n\s+"[a-z]+": -?[\d.e+-]+)*)\n\s+\}/g,
    (_, fields: string) => `{ ${fields.replace(/\s+/g, ' ')} }`,
  );
}
