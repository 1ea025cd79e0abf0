import { playerHosts } from '@tribus/community/player-hosts.ts';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Allows nothing inline and no external sources, so that user text cannot become code (trust.md 16), except for frames
 * of the players that posts embed (docs/decisions/0042).
 */
const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'frame-src': ["'self'", ...Object.values(playerHosts).map((host) => `https://${host}`)],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
};

/** This site's pages may request camera and microphone, for pictures and videos; all other features are off. */
const permissions = [
  ...['camera', 'microphone'].map((feature) => `${feature}=(self)`),
  ...['geolocation', 'payment', 'usb', 'browsing-topics'].map((feature) => `${feature}=()`),
].join(', ');

/** Headers of every response. No CORS headers: pages of other origins must not read responses. */
export function securityHeaders(publicUrl: string): RequestHandler {
  const byTls = publicUrl.startsWith('https:');
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: byTls && { maxAge: 31_536_000, includeSubDomains: false },
    // Headers for obsolete browsers and plug-ins.
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
