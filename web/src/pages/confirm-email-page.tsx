export function ConfirmEmailPage() {
  return <h1>confirm-email</h1>;
}
