-- The index by topic holds numbered events alone: writing an event touches one index less, and nobody asks for those that
-- have no number yet.
drop index live_events_topic_idx;
create index live_events_topic_idx on live_events (topic, seq) where seq is not null;
