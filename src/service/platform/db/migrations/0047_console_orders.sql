-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_by_total" ON "transactions" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_kind" ON "transactions" USING btree ("kind","created_at","id") WHERE "transactions"."kind" <> 'subscription';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contents_by_year" ON "contents" USING btree ("year","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_by_time" ON "subscriptions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_by_time" ON "tickets" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_by_title" ON "tickets" USING gin ("title" gin_trgm_ops);