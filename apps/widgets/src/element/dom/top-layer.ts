/** The default `z_index` of widgets in a corner of the screen. They stand above all layers of the page. */
const TOP_LAYER = '2147480000';

/**
 * Shows a widget in a corner of the screen above the page, where no ancestor can move, clip or cover it. A widget with another
 * `z_index` stays in the page, and in browsers without popovers all do. The browser forgets this when the element is moved.
 */
export function raise(root: HTMLElement | null | undefined): void {
  if (!root?.togglePopover || getComputedStyle(root).zIndex !== TOP_LAYER) return;
  root.popover = 'manual';
  root.togglePopover(true);
}
