'use client';
import {
  createElement,
  type CSSProperties,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  attributesOf,
  drawData,
  FALLBACK_TEXT,
  listen,
  pageUrl,
  type RvWidgetElement,
  type WidgetAttributes,
  type WidgetData,
  type WidgetHandlers,
  type WidgetSource,
  whenDefined,
} from './element';

export type {
  ClickDetail,
  ErrorDetail,
  ReadyDetail,
  RvWidgetElement,
  WidgetData,
  WidgetTheme,
} from './element';

/** The attributes of `<rv-widget>` in JSX. React keeps `key` for itself, so the key of the widget is `KEY`. */
export interface RvWidgetAttributes extends HTMLAttributes<RvWidgetElement> {
  KEY?: string | undefined;
  class?: string | undefined;
  theme?: string | undefined;
  limit?: string | undefined;
  eager?: '' | undefined;
}

export type RvWidgetProps = DetailedHTMLProps<RvWidgetAttributes, RvWidgetElement>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'rv-widget': RvWidgetProps;
    }
  }
}

export interface PlauditWidgetProps extends WidgetAttributes, WidgetSource, WidgetHandlers {
  /** Draws this instead of the widget's data: the response of POST /widgets/preview. */
  data?: WidgetData | undefined;
  /** Shows until the widget is drawn, and without JavaScript. By default, it is a link to the page of the widget. */
  fallback?: ReactNode;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** A widget. It loads the script of the server once per page. */
export function PlauditWidget(props: PlauditWidgetProps): ReactElement {
  return props.data ? createElement(Preview, { ...props, data: props.data }) : createElement(Stored, props);
}

function Stored(props: PlauditWidgetProps): ReactElement {
  const element = useRef<RvWidgetElement>(null);
  useEvents(element, props);
  useScript(props);
  const { className, style } = props;
  const attributes = { ...attributesOf(props), class: className, style, ref: element };
  // oxlint-disable-next-line react/refs -- React gets the ref and this reads nothing of it
  return createElement('rv-widget', attributes, fallbackOf(props));
}

function Preview(props: PlauditWidgetProps & { data: WidgetData }): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  useEvents(host, props);
  const isDefined = useScript(props);
  const { data, className, style } = props;
  // As a text, equal attributes do not draw again.
  const attributes = JSON.stringify(attributesOf(props));
  useEffect(() => {
    if (isDefined && host.current)
      drawData(host.current, data, JSON.parse(attributes) as Record<string, string>);
  }, [isDefined, data, attributes]);
  // oxlint-disable-next-line react/refs -- React gets the ref and this reads nothing of it
  return createElement('div', { ref: host, className, style }, isDefined ? null : fallbackOf(props));
}

function fallbackOf({ fallback, server, widgetKey }: PlauditWidgetProps): ReactNode {
  if (fallback !== undefined) return fallback;
  return createElement('a', { href: pageUrl(server, widgetKey) }, FALLBACK_TEXT);
}

/** Calls the handlers of the last render. */
function useEvents(element: RefObject<HTMLElement | null>, props: WidgetHandlers): void {
  const handlers = useRef<WidgetHandlers>(props);
  useEffect(() => {
    handlers.current = props;
  });
  useEffect(() => (element.current ? listen(element.current, () => handlers.current) : undefined), [element]);
}

/** Returns true as soon as the element is defined. */
function useScript({ server, nonce, onError }: PlauditWidgetProps): boolean {
  const [isDefined, setDefined] = useState(false);
  const failed = useRef(onError);
  useEffect(() => {
    failed.current = onError;
  });
  useEffect(
    () =>
      whenDefined(
        { server, nonce },
        () => setDefined(true),
        (detail) => failed.current?.(detail),
      ),
    [server, nonce],
  );
  return isDefined;
}
