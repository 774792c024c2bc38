/**
 * The sentences of the dashboard's source: what its catalogues must translate, and what nobody has wrapped yet.
 * Read from the syntax tree, so that neither comments nor technical strings count.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** Attributes that a person reads. */
const readAttributes = new Set(
  'title label description placeholder about action head done tabTitle aria-label alt word hint note'.split(
    ' ',
  ),
);
/** Elements whose text is code, the same in every language. */
const codeElements = new Set(['Code', 'code', 'pre', 'svg']);

export interface DashboardSentences {
  /** Every argument of `t()` and every `i18nKey`, sorted. */
  readonly used: readonly string[];
  /** `file:line text` of what is drawn without a translation. */
  readonly bare: readonly string[];
}

export function dashboardSentences(root: string): DashboardSentences {
  const used = new Set<string>();
  const bare: string[] = [];
  // The view that the dashboard shares with reports speaks by the same catalogues.
  const names = ['dashboard/src', 'src/evidence-view'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  );
  for (const path of names) {
    if (!/\.tsx?$/.test(path) || path.endsWith('.test.ts')) continue;
    const file = parsed(path);
    const note = (node: ts.Node, text: string): void => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      bare.push(`${relative(root, path)}:${line + 1} ${text.trim().slice(0, 80)}`);
    };
    visit(file, used, note);
  }
  return { used: [...used].sort(), bare };
}

function visit(node: ts.Node, used: Set<string>, note: (node: ts.Node, text: string) => void): void {
  if (ts.isCallExpression(node) && node.expression.getText() === 't') {
    const [sentence] = node.arguments;
    if (sentence) for (const text of literals(sentence)) used.add(text);
  }
  if (ts.isJsxAttribute(node)) {
    const name = node.name.getText();
    if (name === 'i18nKey' && node.initializer) {
      for (const text of literals(node.initializer)) used.add(text);
      return;
    }
    if (readAttributes.has(name) && node.initializer && ts.isStringLiteral(node.initializer)) {
      if (hasWords(node.initializer.text)) note(node, node.initializer.text);
    }
  }
  if (ts.isJsxText(node) && hasWords(node.text) && !isCode(node)) note(node, node.text);
  ts.forEachChild(node, (child) => visit(child, used, note));
}

/** The sentences that the given files translate. */
export function sentencesOfFiles(paths: readonly string[]): Set<string> {
  const used = new Set<string>();
  for (const path of paths) visit(parsed(path), used, () => {});
  return used;
}

function parsed(path: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind);
}

/** Of an expression that chooses between sentences, each of them. */
function literals(node: ts.Node): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (ts.isJsxExpression(node) && node.expression) return literals(node.expression);
  return [];
}

const hasWords = (text: string): boolean => /\p{L}{2,}/u.test(text);

function isCode(node: ts.JsxText): boolean {
  const { parent } = node;
  // The product's own name is no sentence.
  if (node.text.trim() === 'Contrafact') return true;
  return ts.isJsxElement(parent) && codeElements.has(parent.openingElement.tagName.getText());
}
