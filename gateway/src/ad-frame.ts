import type { RequestHandler } from 'express';

/**
 * The page in which an ad runs. Its policy makes it a page of no origin, however it is opened: what runs there can read
 * nothing of ours. What it shows is handed to it by the app around it, once.
 */
const policy = [
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "script-src 'unsafe-inline' https:",
  "style-src 'unsafe-inline' https:",
  'img-src https: data:',
  'media-src https:',
  'font-src https: data:',
  'connect-src https:',
  'frame-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join(';');

const page = `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
</head>
<body>
<script>
addEventListener('message', function show(event) {
  if (event.source !== parent || parent === window || typeof event.data !== 'string') return;
  removeEventListener('message', show);
  document.open();
  document.write(event.data);
  document.close();
});
</script>
</body>
</html>
`;

export function answerAdFrame(): RequestHandler {
  return (_req, res) => {
    // A page of no origin is apart by itself; to be apart once more it would have to be of ours.
    res.removeHeader('origin-agent-cluster');
    res
      .set({
        'content-security-policy': policy,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'public, max-age=300',
      })
      .type('html')
      .send(page);
  };
}
