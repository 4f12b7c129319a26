import { parseSync } from '@swc/core';

/** A node of the syntax tree of swc. Rules read its fields by name. */
export interface SyntaxNode {
  type: string;
  [field: string]: unknown;
}

export interface Import {
  from: string;
  /** Names as the other file exports them: `*` for a namespace, `default` for a default import. */
  names: string[];
  /** True if the compiler removes the import. */
  typeOnly: boolean;
}

export interface Syntax {
  nodes: SyntaxNode[];
  imports: Import[];
}

/** Throws an error with `path` if the text is not TypeScript. */
export function parse(text: string, path: string): Syntax {
  try {
    const nodes = nodesIn(parseSync(text, { syntax: 'typescript', decorators: true, target: 'es2022' }));
    return { nodes, imports: nodes.flatMap(importOf) };
  } catch (cause) {
    throw new Error(`${path} cannot be parsed: ${String(cause)}`, { cause });
  }
}

/** Returns `node` and all nodes below it. */
export function nodesIn(node: unknown): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  collect(node, found);
  return found;
}

function collect(node: unknown, found: SyntaxNode[]): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) collect(item, found);
    return;
  }
  if (typeof (node as SyntaxNode).type === 'string') found.push(node as SyntaxNode);
  for (const field in node) collect((node as SyntaxNode)[field], found);
}

/** Returns `a.b.c` for names joined by dots, and undefined for anything else. */
export function dottedName(node: unknown): string | undefined {
  const { type, value, object, property } = (node ?? {}) as SyntaxNode;
  if (type === 'Identifier') return value as string;
  if (type === 'ThisExpression') return 'this';
  if (type !== 'MemberExpression') return undefined;
  const [left, right] = [dottedName(object), dottedName(property)];
  return left === undefined || right === undefined ? undefined : `${left}.${right}`;
}

/** Returns the value of a string literal, and undefined for anything else. */
export function literal(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as SyntaxNode;
  return type === 'StringLiteral' ? (value as string) : undefined;
}

/** Returns the text of a string or template literal, with `?` for each `${…}`, and undefined for anything else. */
export function textOf(node: SyntaxNode): string | undefined {
  if (node.type !== 'TemplateLiteral') return literal(node);
  return (node['quasis'] as { raw: string }[] | undefined)
    ?.map(({ raw }) => raw.replace(/\\n/g, '\n'))
    .join('?');
}

/** Returns the arguments of a call. */
export function argumentsOf(call: SyntaxNode): unknown[] {
  return (call['arguments'] as { expression: unknown }[]).map(({ expression }) => expression);
}

function importOf(node: SyntaxNode): Import[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return declared(node);
    case 'CallExpression':
      return called(node);
    case 'TsImportType':
      return [{ from: literal(node['argument']) ?? '', names: ['*'], typeOnly: true }];
    case 'TsExternalModuleReference':
      return [{ from: literal(node['expression']) ?? '', names: ['*'], typeOnly: false }];
    default:
      return [];
  }
}

function declared(node: SyntaxNode): Import[] {
  const from = literal(node['source']);
  if (from === undefined) return [];
  const specifiers = (node['specifiers'] ?? []) as SyntaxNode[];
  const typeOnly =
    node['typeOnly'] === true || (specifiers.length > 0 && specifiers.every((one) => one['isTypeOnly']));
  const names = node.type === 'ExportAllDeclaration' ? ['*'] : specifiers.map(nameOf);
  return [{ from, names, typeOnly }];
}

function nameOf(specifier: SyntaxNode): string {
  if (specifier.type === 'ImportNamespaceSpecifier' || specifier.type === 'ExportNamespaceSpecifier')
    return '*';
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  const { imported, orig, local } = specifier as {
    imported?: SyntaxNode;
    orig?: SyntaxNode;
    local?: SyntaxNode;
  };
  return (imported ?? orig ?? local)?.['value'] as string;
}

/** `import('x')` and `require('x')`. */
function called(node: SyntaxNode): Import[] {
  const callee = node['callee'] as SyntaxNode;
  const isImport = callee.type === 'Import' || dottedName(callee) === 'require';
  const from = isImport ? literal(argumentsOf(node)[0]) : undefined;
  return from === undefined ? [] : [{ from, names: ['*'], typeOnly: false }];
}
