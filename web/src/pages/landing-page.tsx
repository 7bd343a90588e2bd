import { Outlet } from '@tanstack/react-router';

export function LandingPage() {
  return (
    <>
      <h1>Hearth</h1>
      <Outlet />
    </>
  );
}
