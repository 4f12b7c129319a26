import { html } from './html';

describe('html', () => {
  it('escapes inserted values, also in lists, but not inserted markup', () => {
    const cell = (text: string) => html`<td title="${text}">${text}</td>`;
    const { markup } = html`<tr>
        ${['"><script>', "a&'b"].map(cell)}
      </tr>
      ${7}`;
    // Prettier adds line breaks to templates of markup.
    expect(markup.replaceAll(/\n\s*/g, '')).toBe(
      '<tr><td title="&quot;&gt;&lt;script&gt;">&quot;&gt;&lt;script&gt;</td>' +
        '<td title="a&amp;&#39;b">a&amp;&#39;b</td></tr>7',
    );
  });
});
