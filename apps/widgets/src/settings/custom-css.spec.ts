import { findUnsafeCss } from './custom-css';

describe('findUnsafeCss', () => {
  it.each(['.card{color:red}', '.name::after{content:"\\2605"}', '', '/* url is fine as a word */ .a{}'])(
    'accepts %j',
    (css) => {
      expect(findUnsafeCss(css)).toBeNull();
    },
  );

  it.each([
    '@import "x"',
    '@IMPORT url(x)',
    'a{background:URL (x)}',
    'a{background:u\\72l(x)}',
    'a{background:\\75 rl(x)}',
    'a{background:u/**/rl(x)}'.replace('/**/', '\\'),
    'a{background:image-set("x" 1x)}',
    '@font-face{src:local(x)}',
    'a{width:expression(alert(1))}',
    '@im/**/port "x"'.replace('/**/', '\\'),
    'a::before{content:"/*"} b{background:url(x)} c::after{content:"*/"}',
    'a{background:\\75\r\nrl(x)}',
    '</style><script>',
  ])('refuses %j', (css) => {
    expect(findUnsafeCss(css)).not.toBeNull();
  });
});
