import type { WidgetType } from '../widgets/widget-types';
import { renderList } from './list';
import type { Renderer } from './view';

/**
 * The layouts that are drawn as what they are. A type that is missing here is drawn as a list of its own reviews with
 * its own header and cards, which is complete but not its layout.
 */
const RENDERERS: Partial<Record<WidgetType, Renderer>> = {
  list: renderList,
};

export function rendererFor(type: WidgetType): Renderer {
  return RENDERERS[type] ?? renderList;
}
