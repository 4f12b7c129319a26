import type { ReactNode } from 'react';

const RAYS = [
  'M15.8 11.36 20.84 9.73',
  'M14.35 15.84 17.47 20.12',
  'M9.65 15.84 6.53 20.12',
  'M8.2 11.36 3.16 9.73',
];

/** The sign of the product with its name. */
export function Logo(): ReactNode {
  return (
    <p className="flex items-center gap-2 text-14 font-semibold">
      <svg
        width="22"
        height="22"
        viewBox="0 0 24 24"
        fill="none"
        strokeWidth="3.7"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path stroke="var(--star)" d="M12 8.6V3.3" />
        {RAYS.map((d) => (
          <path key={d} stroke="var(--accent)" d={d} />
        ))}
      </svg>
      Plaudit
    </p>
  );
}

/** The sign, large and quiet, as the ground of a page. */
export function LogoGround(): ReactNode {
  return (
    <svg
      className="logo-ground"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.3"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M12 8.3V3" />
      {RAYS.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
