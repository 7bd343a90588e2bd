import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { collectDebugInfo } from '#web/app/debug-info.ts';
import { purgeOldCaches } from '#web/app/start-page.ts';
import { leave } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Ways out when something is stuck: nothing here needs the server, or a session that works (document 1, section 2). */
export function FixPage() {
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const logInfo = () => {
    console.log('Debug info', collectDebugInfo(client));
    setSaid('The debug info stands in the console of this browser.');
  };
  const clear = async () => {
    setSaid('Clearing...');
    client.clear();
    await purgeOldCaches().catch(() => {});
    try {
      sessionStorage.clear();
    } catch {
      // Storage that may not be used holds nothing.
    }
    await leave();
  };
  return (
    <div className="mx-auto flex w-full max-w-prose flex-col gap-4 px-4 py-10">
      <h1 className="text-2xl">Something not working?</h1>
      <p className="text-soft">Try these from the top. None of them deletes anything that you have posted.</p>
      <Card className="flex flex-col gap-3">
        <h2 className="text-lg">Start the page anew</h2>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload Page
          </Button>
          <Button render={<a href="/">Go to Home</a>} />
        </div>
      </Card>
      <Card className="flex flex-col gap-3">
        <h2 className="text-lg">Clear what this browser keeps</h2>
        <p className="text-soft">Ends your session here and forgets caches and drafts of this browser.</p>
        <div>
          <Button onClick={() => void clear()}>Clear and Sign Out</Button>
        </div>
      </Card>
      <Card className="flex flex-col gap-3">
        <h2 className="text-lg">For whoever helps you</h2>
        <div>
          <Button onClick={logInfo}>Log Debug Info</Button>
        </div>
      </Card>
      <p role="status" className="text-soft">
        {said}
      </p>
    </div>
  );
}
