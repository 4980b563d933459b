-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_revoked" ON "subscriptions" USING btree ("revoked_at") WHERE "subscriptions"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_waiting" ON "tickets" USING btree ("updated_at","id") WHERE "tickets"."status" <> 'completed';
