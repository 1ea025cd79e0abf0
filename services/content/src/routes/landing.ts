import { anyone, type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  LandingChange,
  LandingContent,
  LandingFile,
  LandingFileDeletion,
  LandingPage,
  LandingUpload,
} from '../../api/landing.ts';
import type { Deps } from '../deps.ts';
import { deleteLandingFile, findLanding, readLanding, saveLanding } from '../landing.ts';
import { uploadLandingFile } from '../landing-files.ts';

/** What visitors see first, and how admins change it. */
export function landingRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/public/landing-content',
    { guards: [anyone], summary: 'What the landing page shows instead of its own content', answer: LandingContent },
    () => readLanding(deps, { enabledOnly: true }),
  );

  routes.get(
    '/public/landing-page',
    { guards: [anyone], summary: 'The same, or that there is none', answer: LandingPage },
    async () => ({ content: await findLanding(deps, { enabledOnly: true }) }),
  );

  routes.get(
    '/admin/landing-content',
    { guards: [siteAdmin], summary: 'The landing page with what is hidden', answer: LandingContent },
    () => readLanding(deps, { enabledOnly: false }),
  );

  routes.put(
    '/admin/landing-content',
    { guards: [siteAdmin], summary: 'Save the landing page', body: LandingChange, answer: LandingContent },
    ({ body }) => saveLanding(deps, body),
  );

  routes.post(
    '/admin/landing-content/upload',
    {
      guards: [siteAdmin],
      summary: 'Upload a picture or a video for the landing page',
      form: LandingUpload,
      answer: LandingFile,
      status: 201,
    },
    ({ actor, req }) => uploadLandingFile(deps, actor, req),
  );

  routes.delete(
    '/admin/landing-content/file',
    { guards: [siteAdmin], summary: 'Delete a file of the landing page', body: LandingFileDeletion, answer: Ok },
    async ({ body }) => {
      await deleteLandingFile(deps, body.url);
      return done;
    },
  );
}
