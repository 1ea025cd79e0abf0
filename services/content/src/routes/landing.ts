import { anyone, type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  LandingChange,
  LandingContent,
  LandingFile,
  LandingFileDeletion,
  LandingPage,
  LandingUpload,
  SavedLandingContent,
} from '../../api/landing.ts';
import type { Deps } from '../deps.ts';
import { deleteLandingFile, findLanding, readLanding, readSavedLanding, saveLanding } from '../landing.ts';
import { uploadLandingFile } from '../landing-files.ts';

/** The landing page, and its editor for admins. */
export function landingRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/public/landing-content',
    {
      guards: [anyone],
      operationId: 'readLandingContent',
      summary: 'The landing page as saved by an admin',
      answer: LandingContent,
      errors: [404],
    },
    () => readLanding(deps),
  );

  routes.get(
    '/public/landing-page',
    {
      guards: [anyone],
      operationId: 'readLandingPage',
      summary: 'The landing page as saved by an admin, or null',
      answer: LandingPage,
    },
    async () => ({ content: await findLanding(deps) }),
  );

  landingEditorRoutes(routes, deps);
  landingFileRoutes(routes, deps);
}

function landingEditorRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/landing-content',
    {
      guards: [siteAdmin],
      operationId: 'readSavedLandingContent',
      summary: 'The landing page with its hidden slides',
      answer: SavedLandingContent,
      errors: [404],
    },
    () => readSavedLanding(deps),
  );

  routes.put(
    '/admin/landing-content',
    {
      guards: [siteAdmin],
      operationId: 'saveLandingContent',
      summary: 'Save the landing page',
      body: LandingChange,
      answer: SavedLandingContent,
      errors: [409],
    },
    ({ body }) => saveLanding(deps, body),
  );
}

function landingFileRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/admin/landing-content/upload',
    {
      guards: [siteAdmin],
      operationId: 'uploadLandingFile',
      summary: 'Upload a picture or a video for the landing page',
      form: LandingUpload,
      answer: LandingFile,
      status: 201,
    },
    ({ actor, req }) => uploadLandingFile(deps, actor, req),
  );

  routes.delete(
    '/admin/landing-content/file',
    {
      guards: [siteAdmin],
      operationId: 'deleteLandingFile',
      summary: 'Delete a file of the landing page',
      body: LandingFileDeletion,
      answer: Ok,
      errors: [404, 409],
    },
    async ({ body }) => {
      await deleteLandingFile(deps, body.url);
      return done;
    },
  );
}
