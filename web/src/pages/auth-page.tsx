export function AuthPage() {
  return <p>LOG IN</p>;
}
