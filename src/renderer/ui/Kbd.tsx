export function Kbd({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded-[0.3125rem] bg-surface px-1.5 font-sans text-xs text-ink-2 shadow-[inset_0_0_0_1px_var(--line),0_1px_0_var(--line)]"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
