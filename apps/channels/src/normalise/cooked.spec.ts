import { readCooked } from './cooked';
import { collectedText } from './text';

const read = (html: unknown) => {
  const { html: rest, media } = readCooked(html);
  return { text: collectedText(rest), media };
};
const image = (url: string) => ({ type: 'image', url });

describe('readCooked', () => {
  it.each([
    [
      'a picture in a lightbox in its full size, without its caption',
      '<p>Before<br>\n<div class="lightbox-wrapper"><a class="lightbox" href="https://cdn.example/original/a.png" title="a"><img ' +
        'src="https://cdn.example/optimized/a_690x477.png" alt="a" srcset="https://cdn.example/a.png 1.5x"><div class="meta"><svg ' +
        'class="fa d-icon"><use href="#far-image"></use></svg><span class="filename">a</span><span class="informations">1919×1078 ' +
        '340 KB</span></div></a></div> after</p>',
      { text: 'Before\nafter', media: [image('https://cdn.example/original/a.png')] },
    ],
    [
      'a small picture',
      '<p><img src="/uploads/default/original/1X/b.jpeg" alt="b" width="300" height="200"></p>',
      { text: '', media: [image('/uploads/default/original/1X/b.jpeg')] },
    ],
    [
      'an emoji as its name',
      '<p>Fine <img src="/images/emoji/twitter/heart.png?v=12" title=":heart:" class="emoji only-emoji" alt=":heart:"></p>',
      { text: 'Fine :heart:', media: [] },
    ],
    [
      'a quote as the words of another one',
      '<aside class="quote no-group" data-username="kim" data-post="1"><div class="title"><div class="quote-controls"></div><img ' +
        'alt="" width="24" src="/kim/48.png" class="avatar"> kim:</div><blockquote><p>Was it good?</p><aside></aside></blockquote>' +
        '</aside><p>It was.</p>',
      { text: 'It was.', media: [] },
    ],
    [
      'a preview of a link without its pictures',
      '<p>See</p><aside class="onebox allowlistedgeneric"><header class="source"><img src="/i.ico" class="site-icon"><a ' +
        'href="https://b.example">b.example</a></header><article><img src="/t.png" class="thumbnail"><img src="/u.png"></article></aside>',
      { text: 'See\nb.example', media: [] },
    ],
    [
      'videos and sounds',
      '<div class="video-placeholder-container" data-video-src="/v.mp4"></div><video controls><source src="/w.mp4"><a ' +
        'href="/w.mp4">https://f.example/w.mp4</a></video><audio controls><source src="/s.mp3"></audio><p>Listen</p>',
      {
        text: 'Listen',
        media: [
          { type: 'video', url: '/v.mp4' },
          { type: 'video', url: '/w.mp4' },
          { type: 'audio', url: '/s.mp3' },
        ],
      },
    ],
    [
      'a missing picture as none',
      '<img src="/images/transparent.png" data-orig-src="upload://a.png">',
      { text: '', media: [] },
    ],
    [
      'code as it was typed',
      '<pre><code>List&lt;b&gt; &amp;amp;</code></pre>',
      { text: 'List<b> &amp;', media: [] },
    ],
    ['no text at all', null, { text: '', media: [] }],
  ])('reads %s', (_what, html, expected) => {
    expect(read(html)).toEqual(expected);
  });

  it.each([
    '<aside class="quote">',
    '<a class="lightbox" href="/a">',
    '<img src="/a.png">',
    '<video>',
    '<i>',
    '</b>',
    '<',
  ])('reads %j repeated 20,000 times', (piece) => {
    const { media } = readCooked(`${'<i>'.repeat(2_000)}${piece.repeat(20_000)}`);
    expect(media.length).toBeLessThanOrEqual(50);
  });
});
