import type { RequestHandler } from 'express';

/**
 * The page in which an ad runs. Its policy gives it an opaque origin, so that the ad can read nothing of this site. The
 * surrounding app sends it the ad once.
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

export function adFrameHandler(): RequestHandler {
  return (_req, res) => {
    // Remove the header: an opaque origin is isolated already, and the header would apply to this site's origin.
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
