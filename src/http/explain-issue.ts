/** What a schema found wrong, in plain words: "Must be a whole number between 1 and 100." */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What a value must be, for both "is missing" and "is something else". */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
  date: 'a time',
};

/** `schema` is what the issue was found by; with it both ends of a range are known. */
export function explainIssue(issue: Issue, schema?: z.ZodType): string {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[issue.expected] ?? `of the type ${issue.expected}`;
      // Fastify's absent body is null.
      if (issue.path.length === 0 && /received (undefined|null)$/.test(issue.message)) {
        return 'The request has no body.';
      }
      if (issue.message.endsWith('received undefined')) return `This field is required: ${kind}.`;
      const range = schema ? rangeAt(schema, issue.path) : null;
      return range ? `Must be ${range}.` : `Must be ${kind}.`;
    }
    case 'too_small':
    case 'too_big': {
      // A schema that has its own words for it.
      if (!/^Too (small|big)\b/.test(issue.message)) return sentence(issue.message);
      const range = schema ? rangeAt(schema, issue.path) : null;
      return range ? `Must be ${range}.` : oneEnd(issue);
    }
    case 'invalid_format':
      return issue.message === 'Invalid ISO datetime'
        ? 'Must be a time in ISO 8601, such as 2027-01-31T00:00:00Z.'
        : sentence(issue.message);
    case 'not_multiple_of':
      return issue.divisor === 1 ? 'Must be a whole number.' : `Must be a multiple of ${issue.divisor}.`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}.`
        : `Must be one of: ${issue.values.map(String).join(', ')}.`;
    default:
      return sentence(issue.message);
  }
}

function sentence(message: string): string {
  const text = message.replace(/^Invalid input: /, '').replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return text.endsWith('.') ? text : `${text}.`;
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries' };

function oneEnd(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const isSmall = issue.code === 'too_small';
  const unit = units[issue.origin];
  const bound = isSmall ? issue.minimum : issue.maximum;
  if (unit)
    return isSmall && Number(bound) === 1
      ? 'Must not be empty.'
      : `Must have at ${isSmall ? 'least' : 'most'} ${bound} ${unit}.`;
  const word =
    issue.inclusive === false ? (isSmall ? 'more than' : 'less than') : isSmall ? 'at least' : 'at most';
  return `Must be ${word} ${bound}.`;
}

/** Names what a field was meant to be that is unknown but for its case and underscores: `datasetId` for `dataset_id`. */
export function explainUnknownField(name: string, path: readonly PropertyKey[], schema?: z.ZodType): string {
  const meant = schema && fieldsAt(schema, path).find((field) => plain(field) === plain(name));
  return meant === undefined ? 'There is no such field.' : `There is no such field; did you mean ${meant}?`;
}

const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** The fields of the object at a path, in whichever form of it. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let nodes = formsOf(schema);
  for (const key of path) {
    nodes = nodes
      .map((node) => childOf(node, key))
      .filter((child) => child !== undefined)
      .flatMap(formsOf);
  }
  return nodes.flatMap((node) => Object.keys(definitionOf(node).shape ?? {}));
}

/** Itself, or the forms of which a value may have one. */
function formsOf(schema: z.ZodType): z.ZodType[] {
  const node = unwrapped(schema);
  return definitionOf(node).options?.flatMap(formsOf) ?? [node];
}

/** "a number between 1 and 10", where the schema at the path has both ends; null otherwise. */
function rangeAt(schema: z.ZodType, path: readonly PropertyKey[]): string | null {
  let node: z.ZodType | undefined = schema;
  for (const key of path) node = node && childOf(unwrapped(node), key);
  return node ? rangeOf(unwrapped(node)) : null;
}

function rangeOf(schema: z.ZodType): string | null {
  const { type, checks = [] } = definitionOf(schema);
  const bound = (...names: string[]): number | undefined => {
    const { minimum, maximum, value } =
      checks.map((check) => check._zod.def).find((def) => names.includes(def.check)) ?? {};
    const found = minimum ?? maximum ?? value;
    return typeof found === 'number' ? found : undefined;
  };
  const isNumber = type === 'number';
  const from = isNumber ? bound('greater_than') : bound('min_length');
  const to = isNumber ? bound('less_than') : bound('max_length');
  if (from === undefined || to === undefined) return null;
  if (type === 'string') return `text of ${from} to ${to} characters`;
  if (type === 'array') return `a list of ${from} to ${to} entries`;
  const isWhole = (schema as z.ZodNumber).isInt;
  return isNumber ? `${isWhole ? 'a whole number' : 'a number'} between ${from} and ${to}` : null;
}

interface Check {
  readonly _zod: {
    readonly def: {
      readonly check: string;
      readonly minimum?: unknown;
      readonly maximum?: unknown;
      readonly value?: unknown;
    };
  };
}

interface Definition {
  readonly type: string;
  readonly checks?: readonly Check[];
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  /** Of a union. */
  readonly options?: readonly z.ZodType[];
}

// Of a schema's definition zod's types show what all kinds share; which field is there depends on the kind.
const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType, type, in: from, out } = definitionOf(schema);
  if (innerType) return unwrapped(innerType);
  if (type === 'pipe' && from && out) return unwrapped(definitionOf(from).type === 'transform' ? out : from);
  return schema;
}

function childOf(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  const { shape, element } = definitionOf(schema);
  return shape ? shape[String(key)] : element;
}
