// TypeScript types of the schemas in the contract document, as text. Knows what that document uses and refuses the rest.

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly description?: string;
}

export interface ContractDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const lineWidth = 110;
const refPrefix = '#/components/schemas/';
const header = `/** The contract's objects. Written from openapi/v1.json by scripts/write-contract-types.ts: not to be edited. */\n`;

/** One exported type a schema, in the document's order. Throws where a schema uses a keyword that is not known here. */
export function contractTypes(document: ContractDocument): string {
  const { schemas } = document.components;
  const blocks = Object.entries(schemas).map(([name, schema]) => {
    const doc = comment(schema, '');
    return isObject(schema)
      ? `${doc}export interface ${name} ${typeOf(schema, '', schemas)}\n`
      : `${doc}${fitted(`export type ${name} = ${typeOf(schema, '', schemas)};`, '')}\n`;
  });
  return [header, ...blocks].join('\n');
}

function typeOf(schema: Schema, indent: string, known: Readonly<Record<string, Schema>>): string {
  const inner = (one: Schema): string => typeOf(one, indent, known);
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(refPrefix.length);
    if (!schema.$ref.startsWith(refPrefix) || !(name in known)) {
      throw new Error(`The contract refers to ${schema.$ref}, which is not among its schemas.`);
    }
    return name;
  }
  if (schema.anyOf) return [...new Set(schema.anyOf.map(inner))].join(' | ');
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (Array.isArray(schema.type)) return schema.type.map((type) => inner({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case undefined:
      return 'unknown';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = inner(schema.items ?? {});
      return /[|{]/.test(item) ? `Array<${item}>` : `${item}[]`;
    }
    case 'object':
      return schema.properties
        ? object(schema, indent, known)
        : `Record<string, ${recordValue(schema, inner)}>`;
    default:
      throw new Error(`The contract uses the type ${String(schema.type)}, which has no counterpart here.`);
  }
}

/** A long choice takes a line for each of its members, as the formatter has it. */
function fitted(line: string, indent: string): string {
  if (line.length <= lineWidth) return line;
  const at = line.search(/[:=] /) + 1;
  const members = line.slice(at + 1).split(' | ');
  return line.slice(0, at) + members.map((member) => `\n${indent}  | ${member}`).join('');
}

/** Fields beyond those named are allowed in answers and of no use to a page: they are left out. */
function object(schema: Schema, indent: string, known: Readonly<Record<string, Schema>>): string {
  const deeper = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const mark = schema.required?.includes(name) ? '' : '?';
    const line = `${deeper}${key}${mark}: ${typeOf(property, deeper, known)};`;
    return `${comment(property, deeper)}${property.enum ? fitted(line, deeper) : line}\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function recordValue(schema: Schema, inner: (one: Schema) => string): string {
  return typeof schema.additionalProperties === 'object' ? inner(schema.additionalProperties) : 'unknown';
}

function isObject(schema: Schema): boolean {
  return schema.type === 'object' && schema.properties !== undefined;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value);
}

function comment({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`;
}
