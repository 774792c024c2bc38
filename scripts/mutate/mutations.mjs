// The small mistakes that could be made in a source file: other comparisons, arithmetic, constants, conditions, calls.
import ts from 'typescript';

const { SyntaxKind: kind } = ts;

const otherOperator = new Map([
  [kind.LessThanToken, '<='],
  [kind.LessThanEqualsToken, '<'],
  [kind.GreaterThanToken, '>='],
  [kind.GreaterThanEqualsToken, '>'],
  [kind.EqualsEqualsEqualsToken, '!=='],
  [kind.ExclamationEqualsEqualsToken, '==='],
  [kind.PlusToken, '-'],
  [kind.MinusToken, '+'],
  [kind.AsteriskToken, '/'],
  [kind.SlashToken, '*'],
  [kind.AmpersandAmpersandToken, '||'],
  [kind.BarBarToken, '&&'],
  [kind.PlusEqualsToken, '-='],
  [kind.MinusEqualsToken, '+='],
]);

/** Fitted weights and the like: no test is to notice each of them. */
const isTable = (node) =>
  ts.isArrayLiteralExpression(node) && node.elements.length >= 12 && node.elements.every(isNumber);
const isNumber = (node) =>
  ts.isNumericLiteral(node) || (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand));

/** Subtrees that decide nothing at run time. */
const isSilent = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  isTable(node);

/** A sentence for people: `throw new X('…')`, whose words no test need repeat. */
const isMessage = (node) => ts.isThrowStatement(node) || ts.isTemplateExpression(node);

/**
 * All mutations of a source text: where, what stands there instead, and what was done in a few words.
 * @returns {{ start: number, end: number, text: string, what: string, line: number }[]}
 */
export function mutationsOf(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const found = [];
  const add = (node, replacement, what) => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ start, end: node.getEnd(), text: replacement, what, line });
  };
  const visit = (node) => {
    if (isSilent(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { operatorToken: operator } = node;
      const other = otherOperator.get(operator.kind);
      const joinsText = operator.kind === kind.PlusToken && [node.left, node.right].some(isText);
      if (other && !joinsText) add(operator, other, `${operator.getText(source)} → ${other}`);
    }
    if (ts.isNumericLiteral(node)) addNumber(node);
    if (node.kind === kind.TrueKeyword) add(node, 'false', 'true → false');
    if (node.kind === kind.FalseKeyword) add(node, 'true', 'false → true');
    if (ts.isIfStatement(node)) addCondition(node.expression);
    if (ts.isConditionalExpression(node)) addCondition(node.condition);
    if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node, ';', 'call removed');
    if (!isMessage(node)) ts.forEachChild(node, visit);
  };
  const addNumber = (node) => {
    const value = Number(node.text.replaceAll('_', ''));
    const text = node.getText(source);
    const changed = value === 0 ? 1 : Number.isInteger(value) && value < 16 ? value + 1 : value * 1.5;
    add(node, String(changed), `${text} → ${changed}`);
  };
  const addCondition = (node) => {
    add(node, 'true', 'condition → true');
    add(node, 'false', 'condition → false');
  };
  visit(source);
  return found;
}

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** A call for its effect; not `super()`, without which nothing runs. */
function isCall(node) {
  const call = ts.isAwaitExpression(node) ? node.expression : node;
  return ts.isCallExpression(call) && call.expression.kind !== kind.SuperKeyword;
}
