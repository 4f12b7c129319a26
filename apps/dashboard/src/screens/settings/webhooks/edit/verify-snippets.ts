export const SNIPPET_LANGUAGES = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'php', label: 'PHP' },
] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]['value'];

/** Returns a function that verifies the header X-Service-Signature of a delivery, as the guide to webhooks describes it. */
export function verifySnippet(language: SnippetLanguage): string {
  return SNIPPETS[language];
}

const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// header: X-Service-Signature. body: the bytes as they arrived.
export function verify(header, body, secret) {
  const parts = header.split(',').map((part) => part.split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - time) > 300) return false;
  const expected = createHmac('sha256', secret).update(\`\${time}.\`).update(body).digest();
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`;

const PYTHON = `import hashlib, hmac, re, time

# header: X-Service-Signature. body: the bytes as they arrived.
def verify(header: str, body: bytes, secret: str) -> bool:
    parts = [part.partition("=") for part in header.split(",")]
    sent = next((value for name, _, value in parts if name == "t"), "")
    if not re.fullmatch(r"[0-9]{1,12}", sent) or abs(time.time() - int(sent)) > 300:
        return False
    message = sent.encode() + b"." + body
    expected = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    return any(
        name == "v1" and hmac.compare_digest(value.encode(), expected.encode())
        for name, _, value in parts
    )
`;

const PHP = `<?php
// $header: X-Service-Signature. $body: file_get_contents('php://input').
function verify(string $header, string $body, string $secret): bool
{
    $signed = preg_match('/(?:^|,)t=([0-9]{1,12})(?:,|$)/', $header, $time);
    if (!$signed || abs(time() - (int) $time[1]) > 300) {
        return false;
    }
    $expected = hash_hmac('sha256', $time[1] . '.' . $body, $secret);
    preg_match_all('/(?:^|,)v1=([0-9a-f]{64})(?=,|$)/', $header, $given);
    foreach ($given[1] as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
`;

const SNIPPETS: Readonly<Record<SnippetLanguage, string>> = { node: NODE, python: PYTHON, php: PHP };
