import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Nothing inline, nothing from elsewhere: text of people cannot become code (trust.md 16). */
const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
};

/** Our own pages may ask for a camera and a microphone, to take pictures and videos; nobody may use the rest. */
const permissions = [
  ...['camera', 'microphone'].map((feature) => `${feature}=(self)`),
  ...['geolocation', 'payment', 'usb', 'browsing-topics'].map((feature) => `${feature}=()`),
].join(', ');

/** What every answer carries, whoever made it. There is no CORS header: nobody else's page may read us. */
export function securityHeaders(publicUrl: string): RequestHandler {
  const viaTls = publicUrl.startsWith('https:');
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: viaTls && { maxAge: 31_536_000, includeSubDomains: false },
    // Headers for browsers and plug-ins that are gone.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return (req, res, next) => {
    res.setHeader('permissions-policy', permissions);
    headers(req, res, next);
  };
}
