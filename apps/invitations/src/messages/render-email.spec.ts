import { LANGUAGES } from '../settings/languages';
import { attributeValues, expectWellFormed, visibleText } from '../templates/html.suite';
import { EMAIL_TEMPLATES } from '../templates/template-slugs';
import { message } from './message.suite';
import { renderEmail } from './render-email';

const HOSTILE =
  '"><script>alert(1)</script><!--[if mso]>\'{{body}}&amp; \u202egnp.exe مرحبا 👩‍👩‍👧 \u2028<img src=x onerror=alert(1)>';
const EVERY = LANGUAGES.flatMap((language) =>
  EMAIL_TEMPLATES.map((template) => [language, template] as const),
);

function hostileMessage(language: string, template: string) {
  const text = '{{name}} {{first_name}} {{business_name}} {{data.note}}';
  return message(
    {
      language,
      template,
      from_name: HOSTILE.replace(/[<>]/g, ''),
      subject: `${text} \r\nBcc: everyone@example.com`,
      heading: text,
      body: `${text}\n\n${text}\r\n\r\n{{review_url}}, {{unsubscribe_url}}.`,
      button_text: text,
      signature: `${text}\nsecond line`,
      footer_address: HOSTILE,
    },
    {
      name: HOSTILE,
      data: { note: `${HOSTILE}\r\nX: y` },
      business: { name: HOSTILE },
      links: {
        review: 'https://go.example.com/i/a?b=1&c="<>',
        channels: [
          { id: 1, type: 'x', label: HOSTILE, name: HOSTILE, url: 'javascript:alert(1)' },
          { id: 2, type: 'y', label: HOSTILE, name: HOSTILE, url: 'https://go.example.com/i/two?x=1&y=2' },
        ],
        unsubscribe: 'https://go.example.com/u/t',
        open: 'javascript:alert(1)',
        trap: 'data:text/html,x',
      },
    },
  );
}

describe('renderEmail', () => {
  describe.each(EVERY)('in %s with the template %s', (language, template) => {
    const { subject, html, text } = renderEmail(message({ language, template }));

    it('is a complete document of which nothing is left open', () => {
      expectWellFormed(html);
      expect(html).toMatch(new RegExp(`^<!doctype html>\\s*<html lang="${language}" dir="ltr"`));
      expect(html.length).toBeLessThan(20_000);
    });

    it('has no variable, and no stray space or comma, for a person without a name', () => {
      const unnamed = renderEmail(message({ language, template }, { name: null }));
      for (const part of [subject, html, text, unnamed.subject, unnamed.html, unnamed.text]) {
        expect(part).not.toContain('{{');
      }
      expect(unnamed.text).not.toMatch(/ [,.]|,,|\( *\)| {2}/);
      expect(unnamed.text).toMatch(
        language === 'en' ? /^Hi there,$/m : /^(Bonjour|Hola|Olá|Hallo|Buongiorno)[,:]$/m,
      );
    });

    it('stays intact with hostile values, and its links are web pages', () => {
      const hostile = renderEmail(hostileMessage(language, template));
      expectWellFormed(hostile.html);
      for (const url of [...attributeValues(hostile.html, 'href'), ...attributeValues(hostile.html, 'src')]) {
        expect(url).toMatch(/^https:\/\/go\.example\.com\//);
      }
      expect(hostile.html).not.toMatch(/<script|<img(?! src="https:)|onerror="/);
      expect(visibleText(hostile.html)).toContain('<script>alert(1)</script>');
      expect(hostile.text).toContain('<script>alert(1)</script>');
      expect(hostile.subject).not.toMatch(/[\r\n\p{Cc}\u2028\u202e]/u);
      expect(hostile.subject.length).toBeLessThanOrEqual(250);
    });

    it('has the reason, the link to unsubscribe, the image that counts and the hidden link', () => {
      const links = attributeValues(html, 'href');
      expect(links).toContain('https://go.example.com/u/unsubscribe');
      expect(links).toContain('https://go.example.com/i/trap');
      expect(attributeValues(html, 'src')).toEqual(['https://go.example.com/o/open.gif']);
      expect(visibleText(html)).toContain('Example Bakery');
      expect(text).toContain('https://go.example.com/u/unsubscribe');
      expect(text).not.toMatch(/trap|open\.gif/);
    });

    it('loads nothing that the settings do not name', () => {
      const { links, ...rest } = message({ language, template });
      const bare = renderEmail({ ...rest, links: { ...links, open: null, trap: null } });
      expect(bare.html).not.toMatch(/src=|url\(|@import|<link|<script/);
      expect(attributeValues(bare.html, 'href')).not.toContain('https://go.example.com/i/trap');
    });
  });

  it.each([
    ['en', '{{first_name}}, how was it?', 'How was it?'],
    ['fr', '{{first_name}}, était-ce bien ?', 'Était-ce bien ?'],
    ['es', '¡Gracias! ¿{{first_name}}, qué tal fue?', '¡Gracias! ¿Qué tal fue?'],
    ['pt', '⭐ {{first_name}}, o que achou?', '⭐ O que achou?'],
    ['de', 'Danke. {{first_name}}, wie war es?', 'Danke. Wie war es?'],
    ['it', '{{first_name}} com’è andata?', 'Com’è andata?'],
  ] as const)(
    'begins a sentence with a capital letter in %s if the name is not known',
    (language, subject, shown) => {
      expect(renderEmail(message({ language, subject }, { name: null })).subject).toBe(shown);
    },
  );

  it('escapes the address of the logo and shows its alternative text', () => {
    const { html } = renderEmail(message({ logo_url: 'https://www.example.com/l.png?a=1&b=2' }));
    expect(html).toContain('src="https://www.example.com/l.png?a=1&amp;b=2" alt="Example Bakery"');
  });

  it.each([
    ['classic', ['https://go.example.com/i/review']],
    ['stars', Array.from({ length: 6 }, () => 'https://go.example.com/i/review')],
    ['platforms', ['https://go.example.com/i/seven', 'https://go.example.com/i/three']],
  ])('leads to the same page from every link of %s, in the order of the settings', (template, expected) => {
    const links = attributeValues(renderEmail(message({ template })).html, 'href');
    expect(links.filter((url) => !/\/u\/|trap/.test(url))).toEqual(expected);
  });

  it('shows the stars alike, whatever they might be taken for', () => {
    const { html } = renderEmail(message({ template: 'stars' }));
    const stars = [...html.matchAll(/<a class="star"[^>]*style="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
    expect(stars).toHaveLength(5);
    expect(new Set(stars.map(([, style, text]) => `${style} ${text}`)).size).toBe(1);
  });

  it('has one button if the template platforms has no platform', () => {
    const given = message({ template: 'platforms' });
    const { html, text } = renderEmail({ ...given, links: { ...given.links, channels: [] } });
    expect(attributeValues(html, 'href')).toContain('https://go.example.com/i/review');
    expect(text).toContain('Write a review: https://go.example.com/i/review');
  });

  it('names the profiles of a platform that has several', () => {
    const given = message({ template: 'platforms' });
    const [first] = given.links.channels;
    const channels = ['North', 'South'].map((name, at) => ({ ...first!, id: at, name }));
    const { text } = renderEmail({ ...given, links: { ...given.links, channels } });
    expect(text).toContain('Review us on Google (North): ');
    expect(text).toContain('Review us on Google (South): ');
  });

  it('links the addresses of the message and no address that came with a value', () => {
    const url = 'https://phishing.example.org/x';
    const given = message({ body: 'See {{review_url}}. {{data.page}}' }, { data: { page: url } });
    const { html, text } = renderEmail(given);
    const links = attributeValues(html, 'href');
    expect(text).toContain(url);
    expect(links).not.toContain(url);
    expect(links.filter((link) => link.endsWith('/i/review'))).toHaveLength(2);
  });

  it.each(['https://win-prize.example/claim', 'win-prize.example', 'Win at prize.example now'])(
    'greets in the words of the language instead of with %j',
    (name) => {
      const texts = {
        subject: '{{name}} {{first_name}}',
        heading: '{{name}}',
        body: 'Hi {{first_name}}! {{name}}',
      };
      const { subject, html, text } = renderEmail(message({ ...texts, language: 'de' }, { name }));
      expect(`${subject}${html}${text}`).not.toMatch(/prize/i);
      expect(text).toContain('Hi');
    },
  );

  it('replaces a subject, body or button that its variables leave empty', () => {
    const empty = '{{data.nothing}}';
    const { subject, text } = renderEmail(message({ subject: empty, body: empty, button_text: empty }));
    expect(subject).toBe('How was your experience with Example Bakery?');
    expect(text).toContain('Thank you for choosing Example Bakery.');
    expect(text).toContain('Write a review: https://');
  });

  it('caps the subject at 250 characters without half a character', () => {
    const { subject } = renderEmail(
      message({ subject: '{{name}}{{name}}' }, { name: `Anna ${'𝒜x'.repeat(60)}` }),
    );
    expect(subject.length).toBeLessThanOrEqual(250);
    expect(subject).not.toMatch(/[\ud800-\udbff]$/);
  });

  it('inserts a text into another one, and no text into itself', () => {
    const settings = {
      heading: 'Dear {{first_name}}',
      body: '{{heading}}: {{body}}',
      signature: '{{body}}.',
    };
    const { text } = renderEmail(message(settings));
    expect(text).toMatch(/^Dear Robin\n\nDear Robin:\n/);
    expect(text.match(/Dear Robin/g)).toHaveLength(2);
  });

  it.each([
    [1, 'A reminder: how was your experience with Example Bakery?', 'Reminder'],
    [2, 'Would you like to share your experience with Example Bakery?', 'Reminder'],
    [3, 'Last reminder from Example Bakery', 'Last reminder'],
  ])('has its own texts and layout for step %d', (step, subject, label) => {
    const rendered = renderEmail(message({ followup: { enabled: true } }, { step }));
    expect(rendered.subject).toBe(subject);
    expect(visibleText(rendered.html)).toContain(`\n${label}\n`);
  });

  it('says that it is the last reminder also if there are only two', () => {
    const steps = [
      { delay: 3, delay_unit: 'days' },
      { delay: 5, delay_unit: 'days' },
    ];
    const { subject } = renderEmail(message({ followup: { enabled: true, steps } }, { step: 2 }));
    expect(subject).toBe('Last reminder from Example Bakery');
  });

  it('uses the texts of a step of the settings', () => {
    const steps = [
      { delay: 1, delay_unit: 'days', subject: 'Step {{step}}', body: 'Only this', template: 'plain' },
    ];
    const { subject, text } = renderEmail(message({ followup: { steps } }, { step: 1 }));
    expect(subject).toBe('Step 1');
    expect(text).toMatch(/^Only this\n/);
  });

  it('renders a step that the settings do not have any more', () => {
    const steps = [{ delay: 1, delay_unit: 'days' }];
    const { subject } = renderEmail(message({ followup: { steps } }, { step: 3 }));
    expect(subject).toBe('Last reminder from Example Bakery');
  });

  it('shows the values of the request and the year', () => {
    const given = { data: { order: 42, gift: true, note: null } };
    const { text } = renderEmail(
      message(
        { body: 'Order {{data.order}} ({{data.note}}) {{data.gift}} {{year}} {{data.constructor}}.' },
        given,
      ),
    );
    expect(text).toContain('Order 42 true 2026.');
  });
});

describe('the text of an email', () => {
  const settings = { signature: 'Your team', footer_address: '1 Example Street' };
  const body = [
    'Hi Robin,',
    '',
    'Thank you for choosing Example Bakery. We would like to know how it went, whether your experience was good or bad.',
    '',
    'A review takes about a minute. It helps us improve, and it helps other people decide.',
  ];
  const end = [
    'Your team',
    '',
    '-- ',
    'You receive this email because you were recently a customer of Example Bakery.',
    '1 Example Street',
    'Unsubscribe: https://go.example.com/u/unsubscribe',
    '',
  ];
  const button = 'Write a review: https://go.example.com/i/review';

  it.each(['classic', 'stars', 'card', 'reminder', 'reminder-last'])(
    'of the template %s has one link',
    (template) => {
      const { text } = renderEmail(message({ ...settings, template }));
      expect(text.split('\n')).toEqual(['How did it go?', '', ...body, '', button, '', ...end]);
    },
  );

  it('of the template plain has no heading', () => {
    const { text } = renderEmail(message({ ...settings, template: 'plain' }));
    expect(text.split('\n')).toEqual([...body, '', button, '', ...end]);
  });

  it('of the template platforms has one link for each platform', () => {
    const { text } = renderEmail(message({ ...settings, template: 'platforms' }));
    expect(text.split('\n')).toEqual([
      'How did it go?',
      '',
      ...body,
      '',
      'Review us on Google: https://go.example.com/i/seven',
      'Review us on Yelp: https://go.example.com/i/three',
      '',
      ...end,
    ]);
  });
});
