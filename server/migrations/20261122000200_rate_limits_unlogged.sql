-- Counters of rate limits are written with each request that changes something and forgotten within hours. Without a log
-- they cost no flush to disk, and requests of one network do not wait for each other's; a crash empties the table.
alter table rate_limit_counters set unlogged;
