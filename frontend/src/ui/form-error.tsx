import type { ReactNode } from 'react';

/** The error of a form's submission, above its button. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-4 py-3 font-medium text-danger text-small empty:hidden">
      {children}
    </div>
  );
}
