<?php
/**
 * Plugin Name: Plaudit
 * Description: Shows the review widgets of your Plaudit server, with a block or a shortcode.
 * Version: 1.1.0
 * Requires at least: 5.8
 * Requires PHP: 7.4
 * License: MIT
 * License URI: https://opensource.org/license/mit
 * Text Domain: plaudit
 */

if (!defined('ABSPATH')) {
  exit;
}

const PLAUDIT_VERSION = '1.1.0';
const PLAUDIT_OPTION = 'plaudit_server';
const PLAUDIT_SCRIPT = 'plaudit-widgets';
const PLAUDIT_PATH = '/embed/v1/w.js';
const PLAUDIT_KEY = '/^w_[0-9A-Za-z]{16}$/';
const PLAUDIT_THEMES = ['light', 'dark', 'auto', 'minimal', 'soft', 'contrast'];
const PLAUDIT_MAX_HEIGHT = 10000;
const PLAUDIT_KEEP_OUT = 'data-cfasync="false" data-no-optimize="1" data-no-defer="1" data-noptimize="1"'
  . ' data-nowprocket data-jetpack-boost="ignore"';

/* ---- The widget ---- */

/**
 * Returns the HTML of one widget, and adds the script to the page. It is the HTML of `embed.html` in the API. Visitors see
 * nothing if something is missing or wrong. Those who can edit posts see what it is. Feeds and AMP pages, which run no scripts
 * of a plugin, get the link only.
 */
function plaudit_widget_html($given): string {
  $given = is_array($given) ? $given : [];
  $style = plaudit_style($given);
  return plaudit_html($given, $style === '' ? '' : ' style="' . esc_attr($style) . '"');
}

/** Returns the HTML of a block. The classes of the editor, such as `alignwide`, are on the div of the widget itself. */
function plaudit_block_html($given): string {
  $given = is_array($given) ? $given : [];
  return plaudit_html($given, ' ' . get_block_wrapper_attributes(array_filter(['style' => plaudit_style($given)])));
}

function plaudit_html(array $given, string $wrapper): string {
  $server = plaudit_server();
  $key = isset($given['key']) && is_string($given['key']) ? trim($given['key']) : '';
  if ($server === '') {
    return plaudit_hint(__('Enter the address of your server under Settings > Plaudit.', 'plaudit'));
  }
  if (!preg_match(PLAUDIT_KEY, $key)) {
    return plaudit_hint(__('The key of a widget is w_ and 16 letters or digits.', 'plaudit'));
  }
  $link = '<a href="' . esc_url("$server/w/$key") . '">' . esc_html__('Customer reviews', 'plaudit') . '</a>';
  if (is_feed() || plaudit_is_amp()) {
    return $link;
  }
  wp_enqueue_script(PLAUDIT_SCRIPT, $server . PLAUDIT_PATH, [], null, true);
  return '<div data-rv-widget="' . esc_attr($key) . '"' . plaudit_attributes($given) . $wrapper . '>' . $link . '</div>';
}

/** Returns true on pages that the AMP plugin makes. The older of the two functions is that of other AMP plugins. */
function plaudit_is_amp(): bool {
  foreach (['amp_is_request', 'is_amp_endpoint'] as $function) {
    if (function_exists($function)) {
      return (bool) $function();
    }
  }
  return false;
}

/** Returns the attributes whose values are valid. All others are left out. */
function plaudit_attributes(array $given): string {
  $text = static function (string $name) use ($given): string {
    return isset($given[$name]) && is_scalar($given[$name]) ? trim((string) $given[$name]) : '';
  };
  $html = '';
  if (in_array($text('eager'), ['1', 'true', 'yes'], true)) {
    $html .= ' data-eager';
  }
  if (in_array($text('theme'), PLAUDIT_THEMES, true)) {
    $html .= ' data-theme="' . esc_attr($text('theme')) . '"';
  }
  if (preg_match('/^[A-Za-z]{2,3}(-[0-9A-Za-z]{2,8}){0,3}$/', $text('lang'))) {
    $html .= ' data-lang="' . esc_attr($text('lang')) . '"';
  }
  if (ctype_digit($text('limit')) && (int) $text('limit') >= 1 && (int) $text('limit') <= 50) {
    $html .= ' data-limit="' . (int) $text('limit') . '"';
  }
  return $html;
}

/** Returns the style that reserves the space, so that the page does not move when the reviews arrive. */
function plaudit_style(array $given): string {
  $height = isset($given['height']) && is_scalar($given['height']) ? trim((string) $given['height']) : '';
  $is_valid = ctype_digit($height) && (int) $height >= 1 && (int) $height <= PLAUDIT_MAX_HEIGHT;
  return $is_valid ? 'min-height:' . (int) $height . 'px' : '';
}

function plaudit_hint(string $text): string {
  return current_user_can('edit_posts') ? '<p>' . esc_html('Plaudit: ' . $text) . '</p>' : '';
}

/** Returns the address of the server without a slash at the end, or an empty text if none is stored. */
function plaudit_server(): string {
  $stored = get_option(PLAUDIT_OPTION, '');
  return is_string($stored) ? $stored : '';
}

add_shortcode('rv_widget', 'plaudit_widget_html');

/* ---- The block ---- */

add_action('init', 'plaudit_register_block');

function plaudit_register_block(): void {
  if (!function_exists('register_block_type')) {
    return;
  }
  $libraries = ['wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-i18n', 'wp-server-side-render'];
  wp_register_script('plaudit-block', false, $libraries, PLAUDIT_VERSION, true);
  wp_add_inline_script('plaudit-block', plaudit_block_script());
  $text = ['type' => 'string', 'default' => ''];
  register_block_type('plaudit/widget', [
    // WordPress 6.9 warns of blocks below 3, because 7.1 draws every block inside an iframe.
    'api_version' => 3,
    'title' => __('Reviews (Plaudit)', 'plaudit'),
    'category' => 'widgets',
    'icon' => 'star-filled',
    'attributes' => ['key' => $text, 'theme' => $text, 'lang' => $text, 'limit' => $text, 'height' => $text],
    'supports' => ['align' => ['wide', 'full'], 'html' => false],
    'editor_script' => 'plaudit-block',
    'render_callback' => 'plaudit_block_html',
  ]);
}

/**
 * Returns the script of the editor, which needs no build. It adds the controls and the preview to the block that PHP has
 * registered. The preview is the iframe of the widget. Without a server or a valid key, it is what the server renders: a hint.
 */
function plaudit_block_script(): string {
  $themes = [['label' => __('As in the settings of the widget', 'plaudit'), 'value' => '']];
  foreach (PLAUDIT_THEMES as $theme) {
    $themes[] = ['label' => $theme, 'value' => $theme];
  }
  $data = wp_json_encode([
    'server' => plaudit_server(),
    'preview' => __('Preview of the reviews', 'plaudit'),
    'settings' => __('Widget', 'plaudit'),
    'key' => __('Key of the widget', 'plaudit'),
    'keyHelp' => __('It begins with w_. You find it beside the widget.', 'plaudit'),
    'theme' => __('Theme', 'plaudit'),
    'lang' => __('Language code, such as de', 'plaudit'),
    'limit' => __('Reviews per page', 'plaudit'),
    'height' => __('Reserved height in pixels', 'plaudit'),
    'themes' => $themes,
  ]);
  $script = <<<'JS'
(function (wp, data) {
  var h = wp.element.createElement;
  var parts = wp.components;

  function Preview(props) {
    var frame = wp.element.useRef(null);
    var height = wp.element.useState(400);
    wp.element.useEffect(function () {
      // The editor draws blocks inside an iframe. The widget tells its height to the window of that iframe.
      var view = frame.current.ownerDocument.defaultView;
      function resize(event) {
        var told = event.data;
        if (!frame.current || event.source !== frame.current.contentWindow) return;
        if (told && told.type === 'rv-height' && told.height > 0) height[1](Math.min(told.height, 20000));
      }
      view.addEventListener('message', resize);
      return function () { view.removeEventListener('message', resize); };
    }, []);
    return h('iframe', {
      ref: frame,
      src: props.src,
      title: data.preview,
      tabIndex: -1,
      style: { display: 'block', width: '100%', height: height[0], border: 0, pointerEvents: 'none' }
    });
  }

  function preview(attributes) {
    if (!data.server || !/^w_[0-9A-Za-z]{16}$/.test(attributes.key)) {
      return h(wp.serverSideRender, { block: 'plaudit/widget', attributes: attributes });
    }
    var lang = attributes.lang ? '?lang=' + encodeURIComponent(attributes.lang) : '';
    return h(Preview, { src: data.server + '/embed/v1/widgets/' + attributes.key + '.html' + lang });
  }

  wp.blocks.registerBlockType('plaudit/widget', {
    edit: function (props) {
      function field(kind, name, more) {
        var change = {};
        return h(kind, Object.assign({
          label: data[name],
          value: props.attributes[name],
          onChange: function (value) {
            change[name] = value;
            props.setAttributes(change);
          }
        }, more));
      }
      return h('div', wp.blockEditor.useBlockProps(),
        h(wp.blockEditor.InspectorControls, null,
          h(parts.PanelBody, { title: data.settings },
            field(parts.TextControl, 'key', { help: data.keyHelp }),
            field(parts.SelectControl, 'theme', { options: data.themes }),
            field(parts.TextControl, 'lang'),
            field(parts.TextControl, 'limit', { type: 'number', min: 1, max: 50 }),
            field(parts.TextControl, 'height', { type: 'number', min: 0 }))),
        preview(props.attributes));
    },
    save: function () { return null; }
  });
})(window.wp, DATA);
JS;
  return str_replace('DATA', $data, $script);
}

/* ---- The script tag, and plugins that combine or delay scripts ---- */

add_filter('script_loader_tag', 'plaudit_script_tag', 10, 2);

/**
 * Loads the script without holding up the page, with the attributes of `embed.html` in the API. Cloudflare, LiteSpeed Cache,
 * Autoptimize, WP Rocket and Jetpack Boost leave scripts with them alone. A script that they delay shows the reviews late.
 */
function plaudit_script_tag(string $tag, string $handle): string {
  if ($handle !== PLAUDIT_SCRIPT) {
    return $tag;
  }
  $async = preg_match('/\sasync(\s|=|>)/', $tag) ? '' : ' async';
  return str_replace('<script ', "<script$async " . PLAUDIT_KEEP_OUT . ' ', $tag);
}

/** Adds the path of the script to a list. The list is a text with commas in Autoptimize, and an array in all others. */
function plaudit_exclude_path($list) {
  if (is_string($list)) {
    return $list === '' ? PLAUDIT_PATH : $list . ', ' . PLAUDIT_PATH;
  }
  return array_merge(is_array($list) ? $list : [], [PLAUDIT_PATH]);
}

/** Adds the handle of the script, which some lists of SiteGround contain. */
function plaudit_exclude_handle($list): array {
  return array_merge(is_array($list) ? $list : [], [PLAUDIT_SCRIPT]);
}

foreach (
  [
    'autoptimize_filter_js_exclude',
    'flying_press_exclude_from_minify:js',
    'litespeed_optimize_js_excludes',
    'litespeed_optm_gm_js_exc',
    'litespeed_optm_js_defer_exc',
    'perfmatters_delay_js_exclusions',
    'rocket_delay_js_exclusions',
    'rocket_exclude_defer_js',
    'rocket_exclude_js',
    'rocket_minify_excluded_external_js',
    'sgo_javascript_combine_excluded_external_paths',
    'wp-optimize-minify-default-exclusions',
  ] as $plaudit_filter
) {
  add_filter($plaudit_filter, 'plaudit_exclude_path');
}
add_filter('sgo_javascript_combine_exclude', 'plaudit_exclude_handle');
add_filter('sgo_js_minify_exclude', 'plaudit_exclude_handle');
add_filter('sgo_js_async_exclude', 'plaudit_exclude_handle');
add_filter('w3tc_minify_js_do_tag_minification', 'plaudit_keep_from_w3tc', 10, 2);
add_filter('wphb_minify_resource', 'plaudit_keep_from_hummingbird', 20, 2);
add_filter('wphb_combine_resource', 'plaudit_keep_from_hummingbird', 20, 2);

function plaudit_keep_from_w3tc($is_minified, $tag) {
  return is_string($tag) && strpos($tag, PLAUDIT_PATH) !== false ? false : $is_minified;
}

/** Runs after the filter of Hummingbird, which applies the settings of the site at 10. */
function plaudit_keep_from_hummingbird($is_chosen, $handle) {
  return $handle === PLAUDIT_SCRIPT ? false : $is_chosen;
}

/* ---- The settings page ---- */

add_action('admin_init', 'plaudit_register_setting');
add_action('admin_menu', 'plaudit_add_page');

function plaudit_register_setting(): void {
  register_setting('plaudit', PLAUDIT_OPTION, [
    'type' => 'string',
    'sanitize_callback' => 'plaudit_clean_server',
    'default' => '',
  ]);
}

function plaudit_add_page(): void {
  add_options_page('Plaudit', 'Plaudit', 'manage_options', 'plaudit', 'plaudit_show_page');
}

/** Returns the address to store. An address that cannot be one is refused, and the stored one stays. */
function plaudit_clean_server($given): string {
  $text = is_string($given) ? rtrim(trim($given), '/') : '';
  if ($text === '') {
    return '';
  }
  $parts = wp_parse_url($text);
  $scheme = is_array($parts) && isset($parts['scheme']) ? strtolower($parts['scheme']) : '';
  $is_plain = is_array($parts) && !array_intersect_key($parts, array_flip(['user', 'pass', 'query', 'fragment']));
  $url = in_array($scheme, ['http', 'https'], true) && !empty($parts['host']) && $is_plain
    ? esc_url_raw($text, ['http', 'https'])
    : '';
  if ($url !== '' && strlen($url) <= 2048) {
    return $url;
  }
  $message = __('The address must begin with https:// or http:// and have no user, query or fragment.', 'plaudit');
  add_settings_error(PLAUDIT_OPTION, 'plaudit_server_invalid', $message);
  return plaudit_server();
}

/** Shows the form. WordPress checks its nonce and the capability before it stores the option. */
function plaudit_show_page(): void {
  if (!current_user_can('manage_options')) {
    return;
  }
  echo '<div class="wrap"><h1>Plaudit</h1><form action="options.php" method="post">';
  settings_fields('plaudit');
  echo '<table class="form-table" role="presentation"><tr><th scope="row"><label for="plaudit_server">';
  echo esc_html__('Address of your server', 'plaudit') . '</label></th><td>';
  echo '<input id="plaudit_server" class="regular-text" type="url" name="' . esc_attr(PLAUDIT_OPTION) . '" value="';
  echo esc_attr(plaudit_server()) . '" placeholder="https://reviews.example.com" aria-describedby="plaudit_server_help">';
  echo '<p class="description" id="plaudit_server_help">';
  echo esc_html__('The page with this address must be reachable for your visitors.', 'plaudit') . '</p>';
  echo '</td></tr></table>';
  submit_button();
  echo '</form><p>';
  echo esc_html__('Add a widget with the block "Reviews (Plaudit)" or with a shortcode:', 'plaudit');
  echo ' <code>[rv_widget key="w_8fJ2kQ0vT3nYb5Lx"]</code></p></div>';
}

/* ---- Removal ---- */

register_uninstall_hook(__FILE__, 'plaudit_uninstall');

/** Removes the option, on every site of a network. */
function plaudit_uninstall(): void {
  if (!is_multisite()) {
    delete_option(PLAUDIT_OPTION);
    return;
  }
  foreach (get_sites(['fields' => 'ids', 'number' => 0]) as $site) {
    switch_to_blog($site);
    delete_option(PLAUDIT_OPTION);
    restore_current_blog();
  }
}
