/**
 * An element as data: its tag with class names (`p.muted`), its attributes and its children. A string is a text. `stars` is the
 * only tag that HTML does not have: it stands for five stars, filled according to `rating`. The element builds the tree in the
 * browser from the functions that it has for its own parts, so nothing in it is parsed as HTML.
 */
export type TreeNode = string | [tag: string, attributes: TreeAttributes, ...children: TreeNode[]];

/** A custom property (`--part`) becomes a style, `d` the path of an icon. */
export type TreeAttributes = Record<string, string | number>;

type Child = TreeNode | false | null | undefined;

/** Returns the node with the children that there are. */
export function el(tag: string, attributes: TreeAttributes, ...children: Child[]): TreeNode {
  return [tag, attributes, ...nodes(children)];
}

export function nodes(children: readonly Child[]): TreeNode[] {
  return children.filter((child): child is TreeNode => Boolean(child));
}

/** Returns an icon on a grid of 24 by 24, of lines unless its name is that of a filled one. */
export function icon(d: string, name = 'line'): TreeNode {
  return ['svg', { d, class: name }];
}

/** Returns a button that shows only an icon. `action` says what the element does on a click. */
export function iconButton(label: string, d: string, action: string): TreeNode {
  return [`button.icon.${action}`, { type: 'button', 'aria-label': label }, icon(d)];
}
