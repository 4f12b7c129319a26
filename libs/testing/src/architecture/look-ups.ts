import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type BinaryExpression,
  type ElementAccessExpression,
  type Expression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import {
  isAsExpression,
  isBinaryExpression,
  isConditionalExpression,
  isDeleteExpression,
  isElementAccessExpression,
  isForInStatement,
  isForOfStatement,
} from 'typescript/unstable/ast/is';
import type { FileSystem } from 'typescript/unstable/fs';
import { API, type Project, TypeFlags } from 'typescript/unstable/sync';

/** `object[key]` or `key in object`. */
interface LookUp {
  node: ElementAccessExpression | BinaryExpression;
  object: Expression;
  key: Expression;
}

/** Only the syntax of these files is read, because reading that of all takes a second. */
const MAY_LOOK_UP = /[\w)\]}!](\?\.)?\[\s*[A-Za-z_$(`{]|\sin [A-Za-z_$({]/;
const COMMENT_LINES = /^\s*(\/\/|\/?\*).*$/gm;

/**
 * Returns the look-ups that find what every object inherits, such as `constructor`, if a stranger chooses the key: the type of the
 * key is any text. `config` is the tsconfig file below `root` whose sources are read. The TypeScript compiler, a child process,
 * knows the types. Its interface is marked unstable, so a new version of TypeScript may need changes here.
 */
export function unsafeLookUps(root: string, config: string, fs?: FileSystem): string[] {
  const api = new API({ cwd: root, ...(fs && { fs }) });
  try {
    const project = join(root, config);
    const snapshot = api.updateSnapshot({ openProjects: [project] });
    const read = (path: string): string => fs?.readFile?.(path) ?? readFileSync(path, 'utf8');
    return [...new Set(unsafeIn(snapshot.getProject(project) as Project, root, read))].sort();
  } finally {
    api.close();
  }
}

/** What only tests and benchmarks run is not read, nor are packages. */
const NOT_READ =
  /(^|\/)node_modules\/|^\.\.|\.d\.ts$|\.(spec|suite)\.tsx?$|\/fixtures\/|^libs\/testing\/|^bench\//;

function unsafeIn({ program, checker }: Project, root: string, read: (path: string) => string): string[] {
  return program.getSourceFileNames().flatMap((name) => {
    const path = relative(root, name);
    if (NOT_READ.test(path) || !MAY_LOOK_UP.test(read(name).replace(COMMENT_LINES, ''))) return [];
    const file = program.getSourceFile(name);
    if (!file) return [];
    const found = lookUpsIn(file);
    const types = checker.getTypeAtLocation(
      found.map(({ key }) => (isAsExpression(key) ? key.expression : key)),
    );
    return found
      .filter((_, index) => ((types[index]?.flags ?? 0) & TypeFlags.String) !== 0)
      .map(({ node }) => `${path}: ${node.getText(file).replaceAll(/\s+/g, ' ')}`);
  });
}

/** Returns the look-ups whose key is no literal and that nothing around them makes safe. */
function lookUpsIn(file: SourceFile): LookUp[] {
  const found: LookUp[] = [];
  const visit = (node: Node): void => {
    const lookUp = lookUpOf(node);
    if (lookUp && !isSafe(lookUp, file)) found.push(lookUp);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

function isSafe(lookUp: LookUp, file: SourceFile): boolean {
  for (let outer: Node | undefined = lookUp.node.parent; outer; outer = outer.parent) {
    if (makesSafe(outer, lookUp, file)) return true;
  }
  return false;
}

function lookUpOf(node: Node): LookUp | null {
  const lookUp = isElementAccessExpression(node)
    ? { node, object: node.expression, key: node.argumentExpression as Expression }
    : isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword
      ? { node, object: node.right, key: node.left as Expression }
      : null;
  return lookUp && !LITERALS.has(lookUp.key.kind) ? lookUp : null;
}

/** Templates have a fixed part, which no inherited name has. */
const LITERALS = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NumericLiteral,
  SyntaxKind.PrivateIdentifier,
  SyntaxKind.TemplateExpression,
]);

/** An assignment and `delete` read nothing, keys of the object itself are its own, and `Object.hasOwn` has looked. */
function makesSafe(outer: Node, { node, object, key }: LookUp, file: SourceFile): boolean {
  if (isDeleteExpression(outer)) return outer.expression === node;
  if (isBinaryExpression(outer))
    return outer.left === node && outer.operatorToken.kind === SyntaxKind.EqualsToken;
  const [held, named] = [bare(object, file), key.getText(file)];
  if (isConditionalExpression(outer))
    return outer.condition.getText(file).includes(`Object.hasOwn(${held}, ${named})`);
  const keys = isForInStatement(outer) ? held : isForOfStatement(outer) ? `Object.keys(${held})` : null;
  if (keys === null || !(isForInStatement(outer) || isForOfStatement(outer))) return false;
  return outer.expression.getText(file) === keys && outer.initializer.getText(file) === `const ${named}`;
}

/** Returns the text of an expression without the type that it is read as. */
function bare(object: Expression, file: SourceFile): string {
  return /^\((\w+) as .*\)$/s.exec(object.getText(file))?.[1] ?? object.getText(file);
}
