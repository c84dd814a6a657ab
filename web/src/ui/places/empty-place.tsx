// An empty place is an invitation: what goes here, how near you are, what to do.
import type { ComponentChildren } from "preact";
import { Scene, type SceneName } from "../drawn/scene";

interface EmptyPlaceProps {
  scene: SceneName;
  title: string;
  text: string;
  isPage?: boolean; // whether it is all there is on the page
  role?: "alert";
  children?: ComponentChildren; // buttons
}

export function EmptyPlace({ scene, title, text, isPage, role, children }: EmptyPlaceProps) {
  return (
    <section class="empty-place">
      <Scene name={scene} />
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p role={role}>{text}</p>
      {children && <div class="row">{children}</div>}
    </section>
  );
}
