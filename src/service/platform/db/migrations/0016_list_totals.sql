-- Nobody writes to a table while its rows are counted; payments come last and wait the shortest.
LOCK TABLE "bookmarks" IN SHARE MODE;
--> statement-breakpoint
INSERT INTO "list_counts" ("owner_id", "list", "total")
  SELECT "profile_id", 'bookmarks', count(*) FROM "bookmarks" GROUP BY 1
ON CONFLICT ("owner_id", "list") DO UPDATE SET "total" = excluded."total";
--> statement-breakpoint
LOCK TABLE "comments" IN SHARE MODE;
--> statement-breakpoint
INSERT INTO "list_counts" ("owner_id", "list", "total")
  SELECT "content_id", 'comments', count(*) FROM "comments" WHERE "hidden_at" IS NULL GROUP BY 1
ON CONFLICT ("owner_id", "list") DO UPDATE SET "total" = excluded."total";
--> statement-breakpoint
LOCK TABLE "comment_reports" IN SHARE MODE;
--> statement-breakpoint
INSERT INTO "list_counts" ("owner_id", "list", "total")
  SELECT "comment_id", 'reports', count(*) FROM "comment_reports" GROUP BY 1
ON CONFLICT ("owner_id", "list") DO UPDATE SET "total" = excluded."total";
--> statement-breakpoint
LOCK TABLE "watch_history" IN SHARE MODE;
--> statement-breakpoint
INSERT INTO "list_counts" ("owner_id", "list", "total")
  SELECT "profile_id", 'watched_episodes', count(*) FROM "watch_history" WHERE "series_id" IS NOT NULL GROUP BY 1
ON CONFLICT ("owner_id", "list") DO UPDATE SET "total" = excluded."total";
--> statement-breakpoint
LOCK TABLE "tickets" IN SHARE MODE;
--> statement-breakpoint
INSERT INTO "list_counts" ("owner_id", "list", "total")
  SELECT "user_id", 'tickets', count(*) FROM "tickets" GROUP BY 1
ON CONFLICT ("owner_id", "list") DO UPDATE SET "total" = excluded."total";
--> statement-breakpoint
LOCK TABLE "subscriptions" IN SHARE MODE;
--> statement-breakpoint
INSERT INTO "list_counts" ("owner_id", "list", "total")
  SELECT "user_id", 'subscriptions', count(*) FROM "subscriptions" GROUP BY 1
ON CONFLICT ("owner_id", "list") DO UPDATE SET "total" = excluded."total";
--> statement-breakpoint
LOCK TABLE "transactions" IN SHARE MODE;
--> statement-breakpoint
INSERT INTO "list_counts" ("owner_id", "list", "total")
  SELECT "user_id", 'transactions', count(*) FROM "transactions" GROUP BY 1
ON CONFLICT ("owner_id", "list") DO UPDATE SET "total" = excluded."total";
