import {
  type DefineComponent,
  defineComponent,
  h,
  onBeforeUnmount,
  onMounted,
  type PropType,
  ref,
  type VNode,
  watchEffect,
} from 'vue';
import {
  attributesOf,
  type ClickDetail,
  drawData,
  type ErrorDetail,
  FALLBACK_TEXT,
  listen,
  pageUrl,
  type ReadyDetail,
  type WidgetData,
  type WidgetTheme,
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

/** The attributes of `<rv-widget>` in templates. Vue keeps `key` for itself, so the key of the widget is `KEY`. */
export interface RvWidgetAttributes {
  KEY?: string;
  theme?: string;
  lang?: string;
  dir?: string;
  limit?: string;
  eager?: '';
}

declare module 'vue' {
  interface GlobalComponents {
    'rv-widget': DefineComponent<RvWidgetAttributes>;
  }
}

const PROPS = {
  /** The key of the widget, which begins with `w_`. A preview of a new widget has none. */
  widgetKey: String,
  /** The address of the gateway, such as `https://reviews.example.com`. A page uses one server. */
  server: { type: String, required: true },
  theme: String as PropType<WidgetTheme>,
  /** A language code. Without it, the element uses the language of the page. */
  lang: String,
  dir: String as PropType<'ltr' | 'rtl'>,
  /** Reviews per page, up to 50. */
  limit: Number,
  /** Loads at once, and not when the widget comes near the visible area. */
  eager: Boolean,
  /** Draws this instead of the widget's data: the response of POST /widgets/preview. */
  data: Object as PropType<WidgetData>,
  /** The nonce of the page's content security policy, if it needs one. */
  nonce: String,
} as const;

/**
 * A widget. It loads the script of the server once per page. The slot shows until the widget is drawn, and without JavaScript.
 * By default, it is a link to the page of the widget.
 */
export const PlauditWidget = defineComponent({
  name: 'PlauditWidget',
  props: PROPS,
  emits: {
    ready: (_detail: ReadyDetail) => true,
    error: (_detail: ErrorDetail) => true,
    click: (_detail: ClickDetail) => true,
  },
  setup(props, { emit, slots }) {
    const root = ref<HTMLElement | null>(null);
    const isDefined = ref(false);
    let stop: (() => void) | undefined;
    onMounted(() => {
      stop = whenDefined(
        props,
        () => (isDefined.value = true),
        (detail) => emit('error', detail),
      );
    });
    onBeforeUnmount(() => stop?.());
    watchEffect((onCleanup) => {
      const handlers = {
        onReady: (detail: ReadyDetail) => emit('ready', detail),
        onError: (detail: ErrorDetail) => emit('error', detail),
        onClick: (detail: ClickDetail) => emit('click', detail),
      };
      if (root.value) onCleanup(listen(root.value, () => handlers));
    });
    watchEffect(
      () => {
        if (isDefined.value && root.value && props.data)
          drawData(root.value, props.data, attributesOf(props));
      },
      { flush: 'post' },
    );
    const fallback = (): VNode[] =>
      slots.default?.() ?? [h('a', { href: pageUrl(props.server, props.widgetKey) }, FALLBACK_TEXT)];
    return () =>
      props.data
        ? h('div', { ref: root }, isDefined.value ? [] : fallback())
        : h('rv-widget', { ...attributesOf(props), ref: root }, fallback());
  },
});
